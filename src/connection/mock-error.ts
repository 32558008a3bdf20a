/** The mock's refusal of a request: the body of an error in the shape of the API. */
interface Problem {
  readonly code: number;
  readonly message: string;
  readonly details: readonly (Readonly<Record<string, unknown>> & { readonly '@type': string })[];
}

/** True for the body of an error. */
export const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'message' in body && Array.isArray((body as Problem).details);

/** A request to the control plane that was refused. */
export class MockError extends Error {
  override readonly name = 'MockError';
  /** The HTTP status. */
  readonly status: number;
  /** The reason of the error's ErrorInfo, such as `MOCK_WORLD_NOT_FOUND`; empty if the answer has none. */
  readonly reason: string;
  /** The details of the error, as the control plane answered them. */
  readonly details: Problem['details'];
  /** The body of the answer; missing if no control plane has answered. */
  readonly problem?: Problem;

  constructor(request: string, status: number, body: unknown) {
    const known = isProblem(body) ? body : undefined;
    super(`${request}: ${status} ${known?.message ?? 'no answer of the control plane'}`);
    this.status = status;
    this.details = known?.details ?? [];
    if (known) this.problem = known;
    const reason = this.details.find(({ '@type': type }) => type.endsWith('google.rpc.ErrorInfo'))?.reason;
    this.reason = typeof reason === 'string' ? reason : '';
  }

  /** True also for an error of the other module format: the ES modules and the CommonJS have a class each. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'MockError';
  }
}
