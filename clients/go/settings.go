package platformmock

import "net/url"

// WorldQuota has the quotas of a world, which count by its clock.
type WorldQuota struct{ w *World }

// Set replaces all quotas of the world.
func (q WorldQuota) Set(quotas ...Quota) []QuotaWithWindows {
	q.w.t.Helper()
	if quotas == nil {
		quotas = []Quota{}
	}
	return control[Quotas](q.w, "PUT", "/quota", quotas).Quota
}

// List returns the quotas in their order.
func (q WorldQuota) List() []QuotaWithWindows {
	q.w.t.Helper()
	return control[Quotas](q.w, "GET", "/quota", nil).Quota
}

// Clear drops all quotas.
func (q WorldQuota) Clear() {
	q.w.t.Helper()
	control[Quotas](q.w, "DELETE", "/quota", nil)
}

// WorldConsistency controls how late calls of a world see changes.
type WorldConsistency struct{ w *World }

// Set replaces the lags; changes that are stored already are seen at once.
func (c WorldConsistency) Set(lag Lag) LagReading {
	c.w.t.Helper()
	return control[LagReading](c.w, "PUT", "/consistency", lag)
}

// Read returns the lags.
func (c WorldConsistency) Read() LagReading {
	c.w.t.Helper()
	return control[LagReading](c.w, "GET", "/consistency", nil)
}

// Clear removes the lags: changes are seen at once.
func (c WorldConsistency) Clear() {
	c.w.t.Helper()
	control[LagReading](c.w, "DELETE", "/consistency", nil)
}

// WorldAuthz is about the rights of callers in a world.
type WorldAuthz struct{ w *World }

// Check explains whether an identity may make a call.
func (a WorldAuthz) Check(question AuthzQuestion) AuthzCheck {
	a.w.t.Helper()
	return control[AuthzCheck](a.w, "POST", "/authz:check", question)
}

// Matrix returns the operations that each role and each identity may do at a group, which is given by uid or alias.
func (a WorldAuthz) Matrix(group string) AuthzMatrix {
	a.w.t.Helper()
	return control[AuthzMatrix](a.w, "GET", "/authz:matrix?group="+url.QueryEscape(group), nil)
}

// Mode returns the mode, which says whether callers who lack a capability are refused.
func (a WorldAuthz) Mode() AuthzMode {
	a.w.t.Helper()
	return control[AuthzState](a.w, "GET", "/authz", nil).Mode
}

// SetMode sets the mode, from the next call on.
func (a WorldAuthz) SetMode(mode AuthzMode) AuthzMode {
	a.w.t.Helper()
	return control[AuthzState](a.w, "PUT", "/authz", SetAuthz{Mode: mode}).Mode
}

// Denied returns the calls that would have been refused since the mode became "report".
func (a WorldAuthz) Denied() WouldDeny {
	a.w.t.Helper()
	return control[WouldDeny](a.w, "GET", "/authz:denied", nil)
}

// Used returns the least roles that the calls of an identity have needed since the mode became "report".
func (a WorldAuthz) Used(caller string) LeastRoles {
	a.w.t.Helper()
	return control[LeastRoles](a.w, "GET", "/authz:used?caller="+url.QueryEscape(caller), nil)
}

// UsedText returns the same as a "fixture" or as "terraform".
func (a WorldAuthz) UsedText(caller, format string) string {
	a.w.t.Helper()
	query := url.Values{"caller": {caller}, "format": {format}}
	return control[string](a.w, "GET", "/authz:used?"+query.Encode(), nil)
}

// WorldTokens are the credentials of a world.
type WorldTokens struct{ w *World }

// Explain says whether calls with a token are accepted, and as whom, or which check refuses it; nothing changes. The
// host is the one that the calls are sent to, if that is not the one of the mock's URL.
func (t WorldTokens) Explain(token string, host ...string) TokenExplanation {
	t.w.t.Helper()
	asked := ExplainToken{Token: token}
	for _, each := range host {
		asked.Host = each
	}
	return control[TokenExplanation](t.w, "POST", "/tokens:explain", asked)
}

// Upstream mints a token as a third party would, which clients exchange for a token of the mock.
func (t WorldTokens) Upstream(token MintUpstreamToken) MintedUpstreamToken {
	t.w.t.Helper()
	return control[MintedUpstreamToken](t.w, "POST", "/upstream-tokens", token)
}

// GithubActions returns the ambient credential of a workflow of GitHub Actions. Its audience is the page of the owner
// of its repository unless given.
func (t WorldTokens) GithubActions(audience ...string) CiToken {
	t.w.t.Helper()
	query := ""
	for _, each := range audience {
		query = "?audience=" + url.QueryEscape(each)
	}
	return control[CiToken](t.w, "GET", "/github-actions/token"+query, nil)
}

// RotateKeys replaces the key that signs; tokens of the previous key stay valid for the overlap, such as "1h".
func (t WorldTokens) RotateKeys(overlap ...string) RotatedKeys {
	t.w.t.Helper()
	asked := RotateKeys{}
	for _, each := range overlap {
		asked.Overlap = each
	}
	return control[RotatedKeys](t.w, "POST", "/keys:rotate", asked)
}
