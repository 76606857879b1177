/** The part of it that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export class Provider {
    constructor(
      issuer: string,
      configuration: Readonly<Record<string, unknown>> & {
        readonly findAccount: (context: unknown, id: string) => unknown
      },
    )
    callback(): RequestListener
  }
}
