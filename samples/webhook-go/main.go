// Verifies the events of the platform, with PLATFORM_ISSUER and WEBHOOK_GROUP in the environment.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
)

// receiver knows the issuer, and the group that owns the subscription.
type receiver struct {
	verifier *oidc.IDTokenVerifier
	subject  string
	// An event may arrive more than once: its id says which one it is.
	seen sync.Map
}

func (r *receiver) verify(ctx context.Context, authorization string, body []byte) error {
	raw, found := strings.CutPrefix(authorization, "Bearer ")
	if !found {
		return errors.New("there is no bearer token")
	}
	token, err := r.verifier.Verify(ctx, raw)
	if err != nil {
		return err
	}
	if token.Subject != r.subject {
		return fmt.Errorf("the subject is %q", token.Subject)
	}
	var claims struct {
		Webhook struct {
			Digest string `json:"digest"`
		} `json:"webhook"`
	}
	if err := token.Claims(&claims); err != nil {
		return err
	}
	// The digest is over the bytes as they came: verify before parsing.
	sum := sha256.Sum256(body)
	if claims.Webhook.Digest != "sha256:"+hex.EncodeToString(sum[:]) {
		return errors.New("the digest is of another body")
	}
	return nil
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, 1<<20))
	if err != nil {
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	if err := r.verify(req.Context(), req.Header.Get("Authorization"), body); err != nil {
		fmt.Printf("refused: %v\n", err)
		http.Error(w, "refused", http.StatusForbidden)
		return
	}
	var data struct {
		Body struct {
			Name string `json:"name"`
		} `json:"body"`
	}
	if err := json.Unmarshal(body, &data); err != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	if _, known := r.seen.LoadOrStore(req.Header.Get("Ce-Id"), true); !known {
		fmt.Printf("%s %s\n", req.Header.Get("Ce-Type"), data.Body.Name)
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("PLATFORM_ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, &receiver{
		verifier: provider.Verifier(&oidc.Config{ClientID: "customer"}),
		subject:  "webhook:" + os.Getenv("WEBHOOK_GROUP"),
	}))
}
