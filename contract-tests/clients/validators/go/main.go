// Holds exchanges with the mock to its document: VALIDATOR FILE DOCUMENT URL. Prints each answer that is wrong.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

type exchange struct {
	Method, Target, Sent, Type, Received string
	Status                               int
}

// judge returns what is wrong with an answer to a request.
type judge func(*http.Request, *http.Response) error

func byKin(document []byte) (judge, error) {
	api, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	if err := api.Validate(ctx); err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(api)
	if err != nil {
		return nil, err
	}
	return func(request *http.Request, response *http.Response) error {
		route, params, err := router.FindRoute(request)
		if err != nil {
			return err
		}
		asked := openapi3filter.RequestValidationInput{Request: request, PathParams: params, Route: route}
		return openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
			RequestValidationInput: &asked,
			Status:                 response.StatusCode,
			Header:                 response.Header,
			Body:                   response.Body,
			Options:                &openapi3filter.Options{IncludeResponseStatus: true},
		})
	}, nil
}

// noTree finds no path, so that libopenapi-validator looks by patterns: its own tree takes {name}:restore for {name}.
type noTree struct{}

func (noTree) Lookup(string) (*v3.PathItem, string, bool) { return nil, "", false }

func byLibopenapi(document []byte) (judge, error) {
	api, err := libopenapi.NewDocument(document)
	if err != nil {
		return nil, err
	}
	all, errs := validator.NewValidator(api, config.WithPathTree(noTree{}))
	if len(errs) > 0 {
		return nil, fmt.Errorf("%v", errs)
	}
	if valid, errs := all.ValidateDocument(); !valid {
		return nil, fmt.Errorf("%v", errs)
	}
	return func(request *http.Request, response *http.Response) error {
		if valid, errs := all.ValidateHttpResponse(request, response); !valid {
			return fmt.Errorf("%v", errs)
		}
		return nil
	}, nil
}

func mustRead(name string) []byte {
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	return text
}

func main() {
	log.SetFlags(0)
	prepare := map[string]func([]byte) (judge, error){"kin-openapi": byKin, "libopenapi-validator": byLibopenapi}[os.Args[1]]
	judged, err := prepare(mustRead(os.Args[3]))
	if err != nil {
		log.Fatal("the document is refused: ", err)
	}
	var exchanges []exchange
	if err := json.Unmarshal(mustRead(os.Args[2]), &exchanges); err != nil {
		log.Fatal(err)
	}
	wrong := 0
	for _, each := range exchanges {
		request, err := http.NewRequest(each.Method, os.Args[4]+each.Target, strings.NewReader(each.Sent))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		response := &http.Response{
			StatusCode: each.Status,
			Header:     http.Header{"Content-Type": {each.Type}},
			Body:       io.NopCloser(bytes.NewBufferString(each.Received)),
			Request:    request,
		}
		if err := judged(request, response); err != nil {
			wrong++
			fmt.Println(each.Method, each.Target, each.Status, err)
		}
	}
	if wrong > 0 {
		os.Exit(1)
	}
	fmt.Println("every answer is right")
}
