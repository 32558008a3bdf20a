package platformmock

import (
	"fmt"
	"strconv"
	"strings"
)

// The number of a version at a place, such as 2 of "1.2.0-rc.1" at 1.
func numberIn(version string, place int) int {
	base, _, _ := strings.Cut(version, "-")
	parts := strings.Split(base, ".")
	if place >= len(parts) {
		return 0
	}
	number, _ := strconv.Atoi(parts[place])
	return number
}

// Why a mock of that version cannot be steered by this client; empty if it can. Before 1.0 a minor version may break
// the interface; from 1.0 on it only adds to it.
func incompatible(mock string) string {
	mockMajor, ownMajor := numberIn(mock, 0), numberIn(Version, 0)
	mockMinor, ownMinor := numberIn(mock, 1), numberIn(Version, 1)
	age := ""
	switch {
	case mockMajor < ownMajor, mockMajor == ownMajor && mockMinor < ownMinor:
		age = "old"
	case mockMajor > ownMajor, ownMajor == 0 && mockMinor > ownMinor:
		age = "new"
	default:
		return ""
	}
	return fmt.Sprintf("is platform-mock %s, which is too %s for this client, of version %s: take the same version of both",
		mock, age, Version)
}
