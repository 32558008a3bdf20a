package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// The token of this workflow, cached in memory and in a file of the user's caches.
type tokenCache struct {
	transport transport
	token     string
}

type keptToken struct {
	Token string    `json:"token"`
	Until time.Time `json:"until"`
}

func cacheFile() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = os.TempDir()
	}
	return filepath.Join(folder, "ship", "token.json")
}

// Returns the cached token while it is good, or else exchanges the token of the CI for another. Whoever needs it tries again:
// tries within tries would be 25.
func (c *tokenCache) get() (string, error) {
	if c.token != "" {
		return c.token, nil
	}
	kept := keptToken{}
	if text, err := os.ReadFile(cacheFile()); err == nil {
		_ = json.Unmarshal(text, &kept)
	}
	if kept.Until.Before(time.Now()) {
		token, err := c.exchange()
		if err != nil {
			return "", err
		}
		kept = keptToken{token, time.Now().Add(50 * time.Minute)}
		text, _ := json.Marshal(kept)
		if err := os.MkdirAll(filepath.Dir(cacheFile()), 0o700); err != nil {
			return "", err
		}
		if err := os.WriteFile(cacheFile(), text, 0o600); err != nil {
			return "", err
		}
	}
	c.token = kept.Token
	return c.token, nil
}

func (c *tokenCache) drop() {
	c.token = ""
	_ = os.Remove(cacheFile())
}

func (c *tokenCache) exchange() (string, error) {
	request, err := http.NewRequest("GET", os.Getenv("ACTIONS_ID_TOKEN_REQUEST_URL")+"&audience=harbor.example", nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ACTIONS_ID_TOKEN_REQUEST_TOKEN"))
	answer, err := (&http.Client{Timeout: 10 * timeout}).Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	workflow := struct{ Value string }{}
	if err := json.NewDecoder(answer.Body).Decode(&workflow); err != nil {
		return "", err
	}
	exchanged, err := c.transport.call("Exchange", workflow.Value, message{"aud": []any{os.Getenv("PLATFORM_ISSUER")}})
	return text(exchanged, "token"), err
}
