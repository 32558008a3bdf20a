const STROKE = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 } as const;
const FILL = { fill: 'currentColor' } as const;

/** The marks, each of its own shape, so that none needs its colour. */
const SHAPES = {
  bad: <path d="M6 .6 11.4 6 6 11.4.6 6z" {...FILL} />,
  deny: (
    <g {...STROKE}>
      <circle cx="6" cy="6" r="4.6" />
      <path d="M2.9 9.1 9.1 2.9" />
    </g>
  ),
  fault: <path d="M7 .8 2.2 7H5.4L4.8 11.2 9.8 4.8H6.5z" {...FILL} />,
  retry: (
    <g>
      <path d="M10 6a4 4 0 1 1-1.3-3" {...STROKE} />
      <path d="M9.6.6v3.2H6.4z" {...FILL} />
    </g>
  ),
  unread: <rect x="1.5" y="2.5" width="9" height="7" {...STROKE} stroke-width="1.3" stroke-dasharray="2 1.5" />,
  ok: <path d="M2 6.4 4.8 9 10 3.2" {...STROKE} />,
  run: (
    <g>
      <circle cx="6" cy="6" r="4.2" {...STROKE} />
      <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4z" {...FILL} />
    </g>
  ),
  find: (
    <g {...STROKE} stroke-width="1.4">
      <circle cx="5" cy="5" r="3.6" />
      <path d="m7.7 7.7 3.3 3.3" />
    </g>
  ),
  clock: (
    <g {...STROKE} stroke-width="1.3">
      <circle cx="6" cy="6" r="4.6" />
      <path d="M6 3.2V6l2 1.4" />
    </g>
  ),
  down: <path d="m2 4 4 4 4-4" {...STROKE} />,
  up: <path d="m2 8 4-4 4 4" {...STROKE} />,
  right: <path d="m4 2 4 4-4 4" {...STROKE} />,
  close: <path d="m2 2 8 8M10 2 2 10" {...STROKE} />,
  dot: <circle cx="6" cy="6" r="3" {...FILL} />,
} as const;

/** A mark of the page. */
export type IconName = keyof typeof SHAPES;

/** Draws a mark; with a title it is an image with that name, without one a decoration. */
export const Icon = ({ name, title, look = '' }: { name: IconName; title?: string; look?: string }) =>
  title === undefined ? (
    <svg class={`i ${look}`} viewBox="0 0 12 12" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  ) : (
    <svg class={`i ${look}`} viewBox="0 0 12 12" role="img" aria-label={title}>
      <title>{title}</title>
      {SHAPES[name]}
    </svg>
  );
