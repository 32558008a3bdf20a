package tasks

import (
	"context"
	"net/url"
)

// Session is a caller that logs in with the token of its CI, and stays logged in.
type Session struct {
	Platform Platform
	CIToken  func() string

	token, refreshToken string
}

// Call makes a call, with a new token where its own has ended.
func (s *Session) Call(ctx context.Context, method, path string, in, out any) error {
	if s.token == "" {
		if err := s.logIn(ctx); err != nil {
			return err
		}
	}
	err := s.as(s.token).Call(ctx, method, path, in, out)
	// The mistake keeps the first token for ever.
	if !hasStatus(err, 401) || mistaken("tokens") {
		return err
	}
	// Once: a new token that is refused, too, is no better the third time.
	if s.refresh(ctx) != nil {
		if err := s.logIn(ctx); err != nil {
			return err
		}
	}
	return s.as(s.token).Call(ctx, method, path, in, out)
}

func (s *Session) as(token string) Platform {
	platform := s.Platform
	platform.Token = token
	return platform
}

func (s *Session) logIn(ctx context.Context) error {
	var tokens struct{ Token, RefreshToken string }
	err := s.exchange(ctx, "/sts/exchange", s.CIToken(), &tokens)
	if err == nil {
		s.token, s.refreshToken = tokens.Token, tokens.RefreshToken
	}
	return err
}

func (s *Session) refresh(ctx context.Context) error {
	var pair struct{ Token, RefreshToken struct{ Token string } }
	err := s.exchange(ctx, "/sts/exchange_refresh_token", s.refreshToken, &pair)
	if err == nil {
		s.token, s.refreshToken = pair.Token.Token, pair.RefreshToken.Token
	}
	return err
}

func (s *Session) exchange(ctx context.Context, path, token string, out any) error {
	issuer := s.as(token)
	issuer.URL = s.Platform.Issuer
	return issuer.Call(ctx, "POST", path+"?aud="+url.QueryEscape(issuer.URL), nil, out)
}
