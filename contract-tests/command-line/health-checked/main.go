// Is a client that checks the health of its server: ADDRESS. It prints each state of its connection, as long as there is
// input, and then how often it has connected.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // checks are made by it
)

const checked = `{"loadBalancingConfig": [{"round_robin": {}}], "healthCheckConfig": {"serviceName": ""}}`

func main() {
	log.SetFlags(0)
	var connections atomic.Int64
	dial := func(ctx context.Context, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			connections.Add(1)
		}
		return conn, err
	}
	conn, err := grpc.NewClient(
		"passthrough:///"+os.Args[1],
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(checked),
		grpc.WithContextDialer(dial),
		grpc.WithIdleTimeout(0),
	)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	conn.Connect()
	for state := conn.GetState(); ; state = conn.GetState() {
		fmt.Println(state)
		if !conn.WaitForStateChange(ctx, state) {
			break
		}
	}
	conn.Close()
	fmt.Println("connections:", connections.Load())
}
