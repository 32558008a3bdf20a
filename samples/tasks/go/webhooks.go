package tasks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Receiver takes the events of one organization: those that are verified, each once.
type Receiver struct {
	Take func(eventType, name string)

	verifier *oidc.IDTokenVerifier
	subject  string
	taken    sync.Map
}

// NewReceiver finds the keys of the issuer.
func NewReceiver(ctx context.Context, platform Platform) (*Receiver, error) {
	provider, err := oidc.NewProvider(ctx, platform.Issuer)
	if err != nil {
		return nil, err
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: "customer"})
	return &Receiver{verifier: verifier, subject: "webhook:" + platform.OrgID}, nil
}

func (r *Receiver) verify(ctx context.Context, authorization string, body []byte) error {
	token, err := r.verifier.Verify(ctx, strings.TrimPrefix(authorization, "Bearer "))
	if err != nil {
		return err
	}
	var claims struct{ Webhook struct{ Digest string } }
	if err := token.Claims(&claims); err != nil {
		return err
	}
	// Of the bytes as they came, before they are parsed.
	sum := sha256.Sum256(body)
	if token.Subject != r.subject || claims.Webhook.Digest != "sha256:"+hex.EncodeToString(sum[:]) {
		return errors.New("it is for another group, or of another body")
	}
	return nil
}

func (r *Receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, 1<<20))
	if err != nil || r.verify(request.Context(), request.Header.Get("Authorization"), body) != nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	var event struct{ Body struct{ Name string } }
	if json.Unmarshal(body, &event) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	// The mistake takes each delivery for another event.
	if _, before := r.taken.LoadOrStore(request.Header.Get("Ce-Id"), true); !before || mistaken("webhooks") {
		r.Take(request.Header.Get("Ce-Type"), event.Body.Name)
	}
	w.WriteHeader(http.StatusNoContent)
}
