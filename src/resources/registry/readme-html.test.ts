import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafeReadme } from './readme-html.ts';

const SAFE = [
  '',
  '# nginx\n\nA *minimal* image, 5 < 6 and a <b>bold</b> word.',
  '<!-- start --><img src="logo.png" width="36px" height="36px"/><!-- end -->',
  '<a href="https://example.com/?once=1">once = twice</a>',
  'Set online=true & on = off; javascript: the good parts; data: more of it.',
  '&lt;script&gt; is shown, not run',
  '`<script>alert(1)</script>` in a span',
  '```html\n<script>\n\nalert(1)\n</script>\n```\n\nand ~~struck~~',
  '~~~\n<iframe src="x">\n~~~',
  '<!-- <script>alert(1)</script> -->',
  '[docs](https://example.com/javascript:x) <https://example.com>',
  '<scripture>',
];

const UNSAFE = [
  '<script>alert(1)</script>',
  'text <SCRIPT\nsrc=//evil.example>',
  '</script >',
  '<style>a{}</style>',
  '<iframe src="x"></iframe>',
  '<object data="x">',
  '<embed src="x">',
  '<form action="/x">',
  '<img src=x onerror=alert(1)>',
  '<img/onerror="alert(1)"/src=x>',
  '<img alt=">" OnError = alert(1)>',
  "<img title=it's onerror=alert(1)>",
  '<img alt="<" onerror=alert(1)>',
  '<x y=" <img src=x onerror=alert(1)> "',
  '<a b=<img onerror=alert(1)>',
  '<a <script>',
  '<a<script>',
  '<img =x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  "<a href=' JaVaScRiPt:alert(1)'>x</a>",
  '<a href="java&#115;cript&colon;alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#x6a;avascript:alert(1)">x</a>',
  '<a href=vbscript:x>x</a>',
  '<img src="data:text/html,x">',
  '[x](javascript:alert(1))',
  '[x]( <javascript:alert(1)>)',
  '[x](javascript\\:alert(1))',
  '[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<!--> <script>alert(1)</script> -->',
  '<!-- --!> <script>alert(1)</script> <!-- -->',
  '<!-- ` --> <script>alert(1)</script> <!-- ` -->',
  '\\` <script>alert(1)</script> \\`',
  '` \n\n<script>alert(1)</script>\n\n `',
  '`` <script>alert(1)</script> `',
];

for (const markdown of SAFE) {
  test(`a readme may hold ${JSON.stringify(markdown)}`, () => assert.equal(isSafeReadme(markdown), true));
}

for (const markdown of UNSAFE) {
  test(`a readme may not hold ${JSON.stringify(markdown)}`, () => assert.equal(isSafeReadme(markdown), false));
}
