package platformmock

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
)

// The largest item of a stream.
const maxItem = 64 << 20

// Follows a stream of server-sent events about a world: each has an item in JSON.
func follow[T any](ctx context.Context, w *World, path string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		r := request{method: "GET", path: path, world: w.ID}
		answer, err := w.mock.on.send(ctx, r)
		if err != nil {
			yield(none, err)
			return
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			text, _ := io.ReadAll(answer.Body)
			yield(none, refusal(r, answer.StatusCode, text))
			return
		}
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, maxItem)
		for lines.Scan() {
			data, isData := strings.CutPrefix(lines.Text(), "data:")
			if !isData {
				continue
			}
			var item T
			if err := json.Unmarshal([]byte(data), &item); err != nil {
				yield(none, fmt.Errorf("GET %s: %w", controlPrefix+path, err))
				return
			}
			if !yield(item, nil) {
				return
			}
		}
		// The end of the context is the end of the stream.
		if err := lines.Err(); err != nil && ctx.Err() == nil {
			yield(none, err)
		}
	}
}
