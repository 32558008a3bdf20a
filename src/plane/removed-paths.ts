import { ApiError } from '../kernel/errors.ts';
import { CONTROL_PREFIX } from './prefix.ts';
import type { App } from './route-parts.ts';

const pathMoved = (method: string, path: string): ApiError =>
  new ApiError('NOT_FOUND', `Not Found: this is ${method} ${CONTROL_PREFIX}${path} now`);

/** Answers calls that have another path now with 404, which names that path (behaviour J8). They are not documented. */
export const answerRemovedRoutes = (app: App, answer: (error: ApiError) => Response): void => {
  app.post('/clear-journal', () => answer(pathMoved('DELETE', '/journal')));
  app.get('/faults/report', () => answer(pathMoved('GET', '/faults:report')));
  app.get('/worlds/:id/env', ({ req }) => answer(pathMoved('GET', `/worlds/${req.param('id')}:variables`)));
  app.get('/journal/:id/authz', ({ req }) => answer(pathMoved('GET', `/journal/${req.param('id')}:explain`)));
};
