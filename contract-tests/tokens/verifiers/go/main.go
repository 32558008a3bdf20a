// Verifies each token by the discovery of an issuer: ISSUER TOKEN ... Prints the subject of each, or that it is refused.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
)

func main() {
	ctx, issuer := context.Background(), os.Args[1]
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: issuer})
	for _, token := range os.Args[2:] {
		if verified, err := verifier.Verify(ctx, token); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println(verified.Subject)
		}
	}
}
