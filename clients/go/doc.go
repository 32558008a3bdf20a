// Package platformmock gives each test a world of its own on a platform-mock: a stateful stand-in for Platform API v2
// with real rules and real state. A world has rows, a clock, faults, a journal and tokens of its own, ends with its
// test, and shows what happened in it if the test has failed.
//
//	func TestANameIsTakenOnce(t *testing.T) {
//		world := platformmock.Start(t).World(t)
//		client := newClient(world.URL, world.Token("ci-bot"))
//		…
//	}
//
// If the mock refuses a request, the test ends as by t.Fatal, so these methods are for the goroutine of the test.
// Control returns an error instead, and may be called from any goroutine.
//
// It needs the standard library only. The module clients/go/grpcmock adds connections of gRPC.
package platformmock
