/** Requests and responses of an operator's calls: tenants, and a tenant's work as a file. */

import Type from 'typebox'
import type { DocumentChange } from './admincontract.ts'
import { DocumentChangeSchema } from './changeshapes.ts'
import type { Problem } from './problems.ts'
import { Nullable, ProblemSchema } from './shapes.ts'
import { TENANT_LIMITS, type TenantLimits } from './tenantlimits.ts'

/** What is at the place of a host's record, as long as the record isn't. */
export const HOST_FOUND = ['missing', 'different', 'unreachable'] as const
export type HostFound = (typeof HOST_FOUND)[number]

const WaitingHostSchema = Type.Object({
  host: Type.String(),
  record: Type.String({ description: 'Name of the TXT record that shows whose the host is' }),
  value: Type.String({ description: 'What the record has to say' }),
  checkedAt: Nullable(Type.String({ format: 'date-time' })),
  found: Nullable(
    Type.Enum([...HOST_FOUND], { description: 'By the last check, in place of the record' }),
  ),
})
/** A host that isn't served, nor used in a link, until its record is found. */
export type WaitingHost = Type.Static<typeof WaitingHostSchema>

export const TenantSummarySchema = Type.Object({
  slug: Type.String(),
  state: Type.Enum(['open', 'closed', 'demo'], {
    description: '`demo`: made by demo mode, and closed outside it',
  }),
  address: Type.String(),
  hosts: Type.Array(Type.String()),
  waiting: Type.Array(WaitingHostSchema, {
    description: 'Those of the hosts that aren’t verified, and therefore not served',
  }),
  config: Type.String({ description: 'Id of the configuration that it is built on' }),
  people: Type.Integer(),
  owners: Type.Integer(),
})

export type TenantSummary = Type.Static<typeof TenantSummarySchema>

/** `GET admin/tenants` */
export const TenantListSchema = Type.Object({
  items: Type.Array(TenantSummarySchema),
  total: Type.Integer(),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  templates: Type.Array(Type.String(), {
    description: 'What a new tenant may be a copy of: tenants, and what the product ships.',
  }),
})
export type TenantList = Type.Static<typeof TenantListSchema>

const LimitSchema = Type.Object({
  most: Nullable(Type.Integer({ description: 'Null: no limit of the operator’s' })),
  used: Type.Integer(),
})
export const TenantViewSchema = Type.Object({
  ...TenantSummarySchema.properties,
  limits: Type.Object(
    { people: LimitSchema, pictures: LimitSchema, records: LimitSchema },
    { description: 'What it may have at most, and has now' },
  ),
})
export type TenantView = Type.Static<typeof TenantViewSchema>

export const AllowedSchema = Type.Object({
  what: Type.Enum([...TENANT_LIMITS]),
  most: Type.Integer(),
  used: Type.Integer({ description: 'May be more than `most`: a lower limit removes nothing' }),
})

/** What an operator changes of a tenant; what isn't given stays. */
export type TenantChange = {
  readonly state?: 'open' | 'closed'
  readonly limits?: Partial<TenantLimits>
  /** All of them: those that are left out are taken from it. */
  readonly hosts?: readonly string[]
}

/** An operator asks whose a host is, or vouches for it. */
export type HostCheck = { readonly host: string; readonly vouch?: boolean }

const InvitedSchema = Type.Object({
  owner: Type.String(),
  link: Nullable(
    Type.String({ description: 'The invitation, where the server has no mail server to send it' }),
  ),
})
export const HostCheckedSchema = Type.Object({
  tenant: TenantSummarySchema,
  invited: Type.Array(InvitedSchema, {
    description: 'Owners whose invitation had to wait for an address that is served',
  }),
})
export type HostChecked = Type.Static<typeof HostCheckedSchema>

export type NewTenant = {
  readonly slug: string
  readonly hosts: readonly string[]
  /** Email address of the first owner, who is invited. */
  readonly owner: string
  /** `blank`, or the slug of a tenant whose published documents are copied. */
  readonly template?: string
}

export const TenantMadeSchema = Type.Object({
  slug: Type.String(),
  hosts: Type.Array(Type.String()),
  owner: Type.String(),
  address: Type.String(),
  waits: Type.Boolean({
    description: 'None of its hosts is verified: the owner is invited as soon as one is',
  }),
  link: Nullable(
    Type.String({ description: 'The invitation, where the server has no mail server to send it' }),
  ),
})
export type TenantMade = {
  readonly slug: string
  readonly hosts: readonly string[]
  readonly owner: string
  readonly address: string
  readonly waits: boolean
  readonly link: string | null
}

export const BundleMadeSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  number: Type.Integer(),
  release: Type.String({ description: 'The same for the same documents, on every server' }),
})

export const BundleLookSchema = Type.Object({
  fingerprint: Type.String({ description: 'Of the installation that signed the file' }),
  trusted: Type.Boolean(),
  tenant: Type.String({ description: 'Slug of the tenant that it was made from' }),
  made: Type.String({ format: 'date-time' }),
  release: Type.String(),
  differences: Type.Array(
    Type.Object({
      document: Type.String(),
      state: Type.Enum(['added', 'changed', 'removed']),
    }),
  ),
  changes: Type.Array(DocumentChangeSchema),
  images: Type.Integer({ description: 'Pictures that the file brings' }),
  records: Type.Array(
    Type.Object({ type: Type.String(), now: Type.Integer(), then: Type.Integer() }),
    { description: 'Records of the tenant’s own, by content type' },
  ),
  problems: Type.Array(ProblemSchema),
})
/** What bringing a file in would change. */
export type BundleLook = {
  readonly fingerprint: string
  readonly trusted: boolean
  readonly tenant: string
  readonly made: string
  readonly release: string
  readonly differences: readonly {
    readonly document: string
    readonly state: 'added' | 'changed' | 'removed'
  }[]
  /** The same in words. */
  readonly changes: readonly DocumentChange[]
  readonly images: number
  readonly records: readonly {
    readonly type: string
    readonly now: number
    readonly then: number
  }[]
  readonly problems: readonly Problem[]
}
