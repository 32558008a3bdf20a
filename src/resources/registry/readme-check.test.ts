import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafeReadme } from './readme-check.ts';

// The verdicts on these texts were seen by running the published validator.

const ACCEPTED = [
  '',
  '# nginx\n\nA *minimal* image, 5 < 6 and a <b>bold</b> word.',
  '<!-- start --><img src="logo.png" width="36px" height="36px"/><!-- end -->',
  '<a href="https://example.com/?once=1">once = twice</a>',
  'Set online=true & on = off; javascript: the good parts; data: more of it.',
  '&lt;script&gt; is shown, not run',
  '`` <script>alert(1)</script> `',
  '\\<T> and `<T>` and ``<T>``, `` ` <x> ``',
  '`<script>alert(1)</script>` in a span',
  '```html\n<script>\n\nalert(1)\n</script>\n```\n\nand ~~struck~~',
  '~~~\n<iframe src="x">\n~~~',
  'para\n\n    <script>\n',
  '> ```\n> <x>\n> ```\n',
  '1. a\n\n   ```sh\n   <x>\n   ```\n',
  '<!-- <script>alert(1)</script> -->',
  '<!-- a\n\n<x> -->\n\ny',
  '<details>\n<summary>more</summary>\n\n```js\n<x>\n```\n\n</details>\n',
  '<td colspan="2" align="center">, <li value="3">, <div id="x" dir="ltr" lang="en">',
  '<img src="a" alt="two words" align="right" width="10">',
  '<br>, <br/>, <br />, <hr>',
  '[docs](https://example.com/javascript:x) <https://example.com> <me@example.com>',
  '[a](b "it\'s") [a]( b ) [a](#b) [a](//c.test) [a](mailto:a@b.test) [a](?b=c:d) [](b)',
  '[![b](http://a.test/b.svg)](http://a.test)',
  '[x]: javascript:alert(1)\n\nThe reference is not used.',
  '[x]: http://a.test "t"\n\n[x][]\n',
  'see https://a.test?q=a%20b, (http://a.test) and http://a.test.',
  '| a | b |\n|:-|-:|\n| `<x>` | 2 |',
  '# heading {#id-1}',
  'a <-> b, <= 5, <3, 5<6>7, a -->',
];

const REFUSED = [
  '<script>alert(1)</script>',
  'text <SCRIPT\nsrc=//evil.example>',
  '</script >',
  '<style>a{}</style>',
  '<iframe src="x"></iframe>',
  '<form action="/x">',
  '<img src=x onerror=alert(1)>',
  '<img/onerror="alert(1)"/src=x>',
  '<img alt="<" onerror=alert(1)>',
  '<x y=" <img src=x onerror=alert(1)> "',
  '<a <script>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#115;cript&colon;alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<img src="data:text/html,x">',
  '[x](javascript:alert(1))',
  '[x]( <javascript:alert(1)>)',
  '[x](javascript\\:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]\n',
  '<javascript:alert(1)>',
  '<!--> <script>alert(1)</script> -->',
  '<!-- a --!> b -->',
  '\\` <script>alert(1)</script> \\`',
  '` \n\n<script>alert(1)</script>\n\n `',
  '<div>\n\n`<script>`\n\n</div>\n\nHTML blocks have no code',
  'not closed: <script and more',
  'CR\r\nLF',
  // Elements and attributes beyond the list.
  '<scripture>',
  'List<String>',
  '<kbd>x</kbd>',
  '<center>x</center>',
  '<p align="center">x</p>',
  '<span style="x">y</span>',
  '<div class="x">',
  '<a name="x"></a>',
  '<a href="https://a.test" target="_blank">x</a>',
  '<img src="x" srcset="y">',
  '<li value="x">',
  // Another form than the output of the sanitizer.
  '<B>x</B>',
  '<img src=x>',
  "<a href='x'>y",
  '<a href="x" >y',
  '<a  href="x">y',
  '</p >',
  '<details open>x</details>',
  // URLs of other schemes, and those that a parser would write in another way.
  '[x](ftp://a)',
  '[x](tel:1)',
  'ftp://x.test',
  '[x](HTTP://a.test)',
  '[x](a b)',
  '[x](é)',
  '[x](http://a.test/%zz)',
  'http://localhost:PORT/',
  '<a href="#">x</a>',
  // Words of an image, and titles, have letters, numbers and little else.
  "![it's](b)",
  '![50%](c)',
  '![a](b "t<i>")',
  '<a title="a:b">x</a>',
  // A language is letters and numbers.
  '```c++\nx\n```',
  '```objective-c\nx\n```',
  '# x {#é}',
];

for (const [markdowns, isAccepted] of [
  [ACCEPTED, true],
  [REFUSED, false],
] as const) {
  for (const markdown of markdowns) {
    test(`5.0: a readme ${isAccepted ? 'may' : 'must not'} have ${JSON.stringify(markdown)}`, () =>
      assert.equal(isSafeReadme(markdown), isAccepted));
  }
}

test('5.0: the time for a readme grows with its length, whatever it has', () => {
  const parts = [
    '[',
    '`',
    '<a',
    '<!--',
    '<div>\n\n',
    '[a](',
    '![',
    '> ',
    '- ',
    '{#',
    '\n- ',
    '|-',
    '```a\n',
    '<b title="',
  ];
  const timeFor = (length: number): number => {
    const started = process.cpuUsage().user;
    for (const part of parts) isSafeReadme(part.repeat(length / part.length));
    return process.cpuUsage().user - started;
  };
  timeFor(2_000);
  // Eight times the length would take 64 times as long if it grew with the square.
  assert.ok(timeFor(40_000) < 30 * Math.max(timeFor(5_000), 20_000));
});
