// Calls hosts that are written into it, over HTTP and gRPC.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health/grpc_health_v1"
)

func overHTTP(host string) (string, error) {
	answer, err := http.Get("https://" + host + "/ping/v2/ping")
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return fmt.Sprintf("%s %s", answer.Proto, body), err
}

func overGRPC(host string) (string, error) {
	conn, err := grpc.NewClient(host+":443", grpc.WithTransportCredentials(credentials.NewTLS(nil)))
	if err != nil {
		return "", err
	}
	defer conn.Close()
	answer, err := grpc_health_v1.NewHealthClient(conn).Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	return answer.GetStatus().String(), err
}

func main() {
	for _, call := range []func(string) (string, error){overHTTP, overGRPC} {
		for _, host := range []string{"api.example.com", "other.example.com"} {
			answer, err := call(host)
			if err != nil {
				answer = err.Error()
			}
			fmt.Println(answer)
		}
	}
}
