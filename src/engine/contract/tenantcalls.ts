/** The calls of the installation's operators. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { LOGGED, OF_PUBLISHING } from './consolecalls.ts'
import type { Code } from './problems.ts'
import { Media } from './shapes.ts'
import {
  AllowedSchema,
  BundleLookSchema,
  BundleMadeSchema,
  HostCheckedSchema,
  TenantMadeSchema,
  TenantListSchema,
  TenantViewSchema,
} from './tenantshapes.ts'

const area = 'console'
const OF_FILES: readonly Code[] = [
  'bundle/unreadable',
  'bundle/unsigned',
  'bundle/altered',
  'bundle/newer',
  'bundle/too-large',
  'bundle/product',
  'bundle/untrusted',
  'content/busy',
  'content/moved',
]

export const tenantCalls: Calls = {
  'GET /admin/limits': {
    area,
    summary: 'What the tenant has of what it may only have so many of',
    description: 'What isn’t limited is left out, and not counted.',
    responses: { 200: Type.Object({ items: Type.Array(AllowedSchema) }) },
  },
  'GET /admin/tenants': {
    area,
    summary: 'Tenants of the installation, with how many people each has',
    description: '`search`: part of a name or of a host.',
    responses: { 200: TenantListSchema },
  },
  'GET /admin/tenants/:tenant': {
    area,
    summary: 'One tenant, with what it has and may have at most',
    responses: { 200: TenantViewSchema },
    errors: ['tenant/unknown'],
  },
  'PATCH /admin/tenants/:tenant': {
    area,
    summary: 'Closes a tenant or opens it again, or changes its hosts or its limits',
    description:
      'Nothing of a closed tenant is lost. `hosts` are all of them. The tenant of the request can’t be closed, and keeps the host of the request. A host that isn’t the installation’s own is served once it’s verified; a tenant keeps one that is served. Of `limits` those that are given are changed; null takes one away. A limit below what is there removes nothing.',
    responses: { 200: TenantViewSchema },
    errors: [LOGGED, 'tenant/unknown'],
  },
  'POST /admin/tenants': {
    area,
    summary: 'Creates a tenant and invites its owner',
    description:
      '`template` is `blank`, or the slug of a tenant whose published documents are copied. It is served without a restart, as soon as one of its hosts is verified.',
    responses: { 201: TenantMadeSchema },
    errors: [LOGGED, ...OF_PUBLISHING],
  },
  'POST /admin/tenants/:tenant/verify': {
    area,
    summary: 'Looks up now whether a host is the tenant’s',
    description:
      'By its TXT record, whose name and value are in `waiting`. With `vouch` it’s verified on the operator’s word, which both audit logs keep. What was found is in `waiting`.',
    responses: { 200: HostCheckedSchema },
    errors: [LOGGED, 'tenant/unknown'],
  },
  'GET /admin/bundle': {
    area,
    summary: 'A tenant’s whole work as one signed file',
    description:
      'Documents, images and records; no people, secrets, vouchers or experiments. `tenant` is a slug; without it the tenant of the request.',
    responses: { 200: Media('application/json', 'The file') },
    errors: [LOGGED, 'tenant/unknown', 'bundle/too-large'],
  },
  'POST /admin/bundle': {
    area,
    summary: 'Brings such a file in and publishes it',
    description:
      'With `dryRun` what it would change; otherwise everything or nothing. A sender that isn’t trusted yet is trusted once its fingerprint is given as `trust`.',
    responses: { 200: BundleLookSchema, 201: BundleMadeSchema },
    errors: [LOGGED, 'tenant/unknown', ...OF_FILES, ...OF_PUBLISHING],
  },
}
