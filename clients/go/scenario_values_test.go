package platformmock

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	name  = regexp.MustCompile(`\$\{(\w+)\}`)
	whole = regexp.MustCompile(`^\$\{(\w+)\}$`)
)

// The value with a stored value in the place of each ${name}: a text that is only a name becomes that value itself.
func filled(value any, values map[string]any) any {
	switch value := value.(type) {
	case []any:
		all := make([]any, 0, len(value))
		for _, item := range value {
			all = append(all, filled(item, values))
		}
		return all
	case map[string]any:
		all := map[string]any{}
		for key, item := range value {
			all[key] = filled(item, values)
		}
		return all
	case string:
		if found := whole.FindStringSubmatch(value); found != nil {
			return values[found[1]]
		}
		return name.ReplaceAllStringFunc(value, func(found string) string { return fmt.Sprint(values[found[2:len(found)-1]]) })
	default:
		return value
	}
}

// A value as another type, by way of its JSON.
func as[T any](value any) (result T) {
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	if err != nil {
		panic(err)
	}
	return result
}

// The place at which a value is not the expected one; empty if there is none.
func difference(seen, wanted any, place string) string {
	switch wanted := wanted.(type) {
	case map[string]any:
		if _, ok := wanted["any"]; ok {
			if seen == nil {
				return place + " is missing"
			}
			return ""
		}
		if pattern, ok := wanted["match"].(string); ok {
			// RE2 has no NUL in a class by this escape.
			if !regexp.MustCompile(strings.ReplaceAll(pattern, `\0`, `\x00`)).MatchString(fmt.Sprint(seen)) {
				return fmt.Sprintf("%s is %v, not %s", place, seen, pattern)
			}
			return ""
		}
		if item, ok := wanted["has"]; ok {
			items, _ := seen.([]any)
			if slices.ContainsFunc(items, func(each any) bool { return difference(each, item, "") == "" }) {
				return ""
			}
			return fmt.Sprintf("%s has no %v: %.300s", place, item, fmt.Sprint(seen))
		}
		object, _ := seen.(map[string]any)
		for key, item := range wanted {
			if found := difference(object[key], item, place+"."+key); found != "" {
				return found
			}
		}
		return ""
	case []any:
		items, ok := seen.([]any)
		if (!ok && len(wanted) > 0) || len(items) != len(wanted) {
			return fmt.Sprintf("%s is %.300s, and not %d items", place, fmt.Sprint(seen), len(wanted))
		}
		for at, item := range wanted {
			if found := difference(items[at], item, fmt.Sprintf("%s[%d]", place, at)); found != "" {
				return found
			}
		}
		return ""
	default:
		if seen != wanted {
			return fmt.Sprintf("%s is %.300s, and not %v", place, fmt.Sprint(seen), wanted)
		}
		return ""
	}
}

func partAt(value any, path string) any {
	if path == "" {
		return value
	}
	for _, key := range strings.Split(path, ".") {
		switch at := value.(type) {
		case map[string]any:
			value = at[key]
		case []any:
			nth, _ := strconv.Atoi(key)
			value = at[nth]
		}
	}
	return value
}
