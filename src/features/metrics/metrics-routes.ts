import type { ControlCalls } from '../../plane/control-calls.ts';
import { routesTagged } from '../../plane/route.ts';
import type { App } from '../../plane/route-parts.ts';
import type { Counted, MetricsText } from './prometheus-text.ts';

const read = routesTagged('Health')('GET /metrics', 'mock.metrics', {
  summary: 'Report what the mock has counted',
  description: 'For Prometheus, in its text format: all worlds together, since the process began.',
  answer: {
    description: 'The metrics, each with its help and its type.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  },
});

/** The counts of a mock, and of its control plane. */
interface MetricsParts {
  readonly version: string;
  readonly counted: Omit<Counted, 'version' | 'controlCalls'>;
  readonly calls: ControlCalls;
}

/** The route of the metrics of the mock. */
export const metricsRoutes = (app: App, _steered: unknown, { version, counted, calls }: MetricsParts): void => {
  let text: Promise<MetricsText> | undefined;
  app.openapi(read, async (context) => {
    // Imported at the first use: few mocks are asked.
    text ??= import('./prometheus-text.ts').then(({ metricsText }) =>
      metricsText({ ...counted, version, controlCalls: () => calls.read() }),
    );
    const { type, read: write } = await text;
    return context.body(await write(), 200, { 'Content-Type': type });
  });
};
