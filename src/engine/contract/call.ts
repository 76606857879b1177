/** What one row of the contract says about a call. */

import type { TSchema } from 'typebox'
import type { Code } from './problems.ts'
import type { Media, Nothing } from './shapes.ts'

export const AREAS = {
  account: 'Account and session',
  profile: 'Profile, consents and favourites',
  assessments: 'Assessments and reports',
  careers: 'Careers',
  product: 'Configuration and help',
  payments: 'Plans and paying',
  console: 'Console',
  operation: 'Running the server',
} as const
export type Area = keyof typeof AREAS

export type ResponseSchema =
  | (TSchema & { readonly description?: string })
  | ReturnType<typeof Nothing>
  | ReturnType<typeof Media>

export type Call = {
  readonly area: Area
  /** One line, without a full stop. */
  readonly summary: string
  readonly description?: string
  /** Status -> content of the response, for success only. */
  readonly responses: Readonly<Record<number, ResponseSchema>>
  /** Its own codes; the server adds those that any call may have. */
  readonly errors?: readonly Code[]
  /** The name of the `*` in its path. */
  readonly rest?: string
}
export type Calls = Readonly<Record<string, Call>>
