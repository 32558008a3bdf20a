#!/bin/sh
# github.com/containerd/platforms v0.2.1 and github.com/google/go-containerregistry v0.22.1, seen on 2026-11-29 with Go 1.26.
#
# Guess before it was run: two libraries choose the same entry of an image index for a platform; only one reads aliases.
# Seen: aliases are as guessed: containerd reads `x86_64` as amd64, and go-containerregistry as an architecture that no
# image has, without an error. linux/arm64 and linux/arm64/v8 are one platform for containerd; go-containerregistry finds no
# arm64 for arm64/v8. Asked for linux/amd64, it takes an image of amd64/v2, which needs a newer processor; containerd leaves
# it out. For linux/arm it takes v6 and v7 alike, and containerd v7 before v6.
# Whom it meets: who pulls or copies one platform of an index. With a mock: serve an index whose first entry is amd64/v2.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"

	"github.com/containerd/platforms"
	v1 "github.com/google/go-containerregistry/pkg/v1"
)

func main() {
	for _, pair := range [][2]string{
		{"linux/arm64", "linux/arm64/v8"},
		{"linux/arm64/v8", "linux/arm64"},
		{"linux/amd64", "linux/amd64/v2"},
		{"linux/amd64/v2", "linux/amd64"},
		{"linux/arm", "linux/arm/v7"},
		{"linux/arm", "linux/arm/v6"},
		{"linux/x86_64", "linux/amd64"},
	} {
		asked, offered := platforms.MustParse(pair[0]), platforms.MustParse(pair[1])
		strict, wide := platforms.OnlyStrict(asked).Match(offered), platforms.Only(asked).Match(offered)
		fmt.Printf("%s for %s: containerd, %t, and with fallbacks %t\n", pair[1], pair[0], strict, wide)
		want, _ := v1.ParsePlatform(pair[0])
		have, _ := v1.ParsePlatform(pair[1])
		fmt.Printf("%s for %s: go-containerregistry, %t\n", pair[1], pair[0], have.Satisfies(*want))
	}
}
GO
{
  go mod init finding.test/platform
  go get github.com/containerd/platforms@v0.2.1 github.com/google/go-containerregistry@v0.22.1
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
linux/arm64/v8 for linux/arm64: containerd, true, and with fallbacks true
linux/arm64/v8 for linux/arm64: go-containerregistry, true
linux/arm64 for linux/arm64/v8: containerd, true, and with fallbacks true
linux/arm64 for linux/arm64/v8: go-containerregistry, false
linux/amd64/v2 for linux/amd64: containerd, false, and with fallbacks false
linux/amd64/v2 for linux/amd64: go-containerregistry, true
linux/amd64 for linux/amd64/v2: containerd, false, and with fallbacks true
linux/amd64 for linux/amd64/v2: go-containerregistry, false
linux/arm/v7 for linux/arm: containerd, true, and with fallbacks true
linux/arm/v7 for linux/arm: go-containerregistry, true
linux/arm/v6 for linux/arm: containerd, false, and with fallbacks true
linux/arm/v6 for linux/arm: go-containerregistry, true
linux/amd64 for linux/x86_64: containerd, true, and with fallbacks true
linux/amd64 for linux/x86_64: go-containerregistry, false
EXPECTED
diff expected seen
echo "platforms of images behave as they were seen"
