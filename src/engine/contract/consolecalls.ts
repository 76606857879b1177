/**
 * The console's calls: documents and drafts, publishing, previews, users, vouchers.
 */

import Type from 'typebox'
import {
  AuditEntrySchema,
  ConsoleErrorSchema,
  ConsequencesSchema,
  ConsoleProviderSchema,
  TriedProviderSchema,
  ConsoleRecordSchema,
  ConsoleReportSchema,
  ConsoleUserSchema,
  ContentSummarySchema,
  DocumentSummarySchema,
  DocumentViewSchema,
  DraftSavedSchema,
  ExplanationSchema,
  RulesTriedSchema,
  ImportReportSchema,
  ImportStateSchema,
  NamesSchema,
  CheckSchema,
  ReleaseMadeSchema,
  ReleaseSummarySchema,
  UpgradeSchema,
  VoucherBatchSchema,
  VoucherBatchViewSchema,
} from './adminshapes.ts'
import type { Calls } from './call.ts'
import { InstrumentHealthSchema, InstrumentPanelSchema } from './instrumentshapes.ts'
import type { Code } from './problems.ts'
import {
  ConsoleFoundSchema,
  DocumentUseSchema,
  TextPlaceSchema,
  WordGapSchema,
} from './placeshapes.ts'
import { PreviewLinkSchema } from './previewshapes.ts'
import { Anything, Named, Nothing, PageOf } from './shapes.ts'

const area = 'console'
/**
 * Drafts may contain anything until they're published; calls that read all of them refuse
 * unreadable ones.
 */
const OF_DRAFTS: readonly Code[] = ['release/problems', 'draft/out-of-bounds']
export const OF_PUBLISHING: readonly Code[] = [
  ...OF_DRAFTS,
  'release/moved',
  'release/nothing',
  'limit/reached',
  'request/rate-limited',
]
/** The entries that one user can add to the audit log are limited. */
export const LOGGED = 'request/rate-limited'
const BY_ETAG: readonly Code[] = ['draft/unknown', 'draft/if-match', 'draft/stale']

export const consoleCalls: Calls = {
  'GET /admin/documents': {
    area,
    summary: 'All documents and drafts, and how each differs from the product',
    responses: { 200: PageOf(DocumentSummarySchema) },
  },
  'GET /admin/documents/:kind/*': {
    area,
    summary: 'One document: the product’s version, the live one, and the draft',
    rest: 'id',
    responses: { 200: DocumentViewSchema },
    errors: ['draft/unknown'],
  },
  'PUT /admin/drafts/:kind/*': {
    area,
    summary: 'Saves a draft',
    description:
      '`If-Match` carries the ETag that the edit was made on. `document: null` takes the document away.',
    rest: 'id',
    responses: { 200: DraftSavedSchema },
    errors: [...BY_ETAG, LOGGED, 'draft/out-of-bounds', 'limit/reached'],
  },
  'DELETE /admin/drafts/:kind/*': {
    area,
    summary: 'Discards a draft',
    description: '`If-Match` carries its ETag.',
    rest: 'id',
    responses: { 204: Nothing('Discarded; the live document is unchanged') },
    errors: [...BY_ETAG, LOGGED],
  },
  'POST /admin/check': {
    area,
    summary: 'Checks all documents as they would be published',
    description:
      '`leave` names drafts that are left, with commas between them. `stays` lists those that can’t be published without them.',
    responses: { 200: CheckSchema },
  },
  'GET /admin/widgets': {
    area,
    summary: 'JSON Schema of every widget’s props',
    responses: { 200: Named(Anything, 'Widget -> schema of its props') },
  },
  'GET /admin/names': {
    area,
    summary: 'The names that each kind of reference can use',
    responses: { 200: NamesSchema },
    errors: OF_DRAFTS,
  },
  'GET /admin/places': {
    area,
    summary: 'The places that show a text',
    responses: { 200: PageOf(TextPlaceSchema) },
    errors: OF_DRAFTS,
  },
  'GET /admin/search': {
    area,
    summary: 'Documents, texts, records and colleagues, each with the best few',
    responses: { 200: ConsoleFoundSchema },
    errors: OF_DRAFTS,
  },
  'GET /admin/uses': {
    area,
    summary: 'The documents that refer to a document',
    description: 'With `part`, only those that depend on that part of a page.',
    responses: { 200: PageOf(DocumentUseSchema) },
    errors: [...OF_DRAFTS, 'draft/unknown'],
  },
  'GET /admin/completeness': {
    area,
    summary: 'Which pages, reports and questionnaires lack words of a language',
    description: 'With `document` only that one and its texts; with `keys=all` all of them.',
    responses: { 200: PageOf(WordGapSchema) },
    errors: [...OF_DRAFTS, 'draft/unknown'],
  },
  'GET /admin/changes': {
    area,
    summary: 'What publishing the drafts would change, and for whom',
    description: '`leave` names drafts that are left, with commas between them.',
    responses: { 200: ConsequencesSchema },
    errors: OF_DRAFTS,
  },
  'GET /admin/releases': {
    area,
    summary: 'The releases, newest first',
    responses: { 200: PageOf(ReleaseSummarySchema) },
  },
  'POST /admin/releases': {
    area,
    summary: 'Publishes the drafts',
    description: 'All of them, or with `only` those of these documents (`menu/main`).',
    responses: { 201: ReleaseMadeSchema },
    errors: [...OF_PUBLISHING, 'approval/needed'],
  },
  'POST /admin/releases/:id/rollback': {
    area,
    summary: 'Makes an earlier release live again',
    responses: { 201: ReleaseMadeSchema },
    errors: [...OF_PUBLISHING, 'release/unknown'],
  },
  'POST /admin/releases/:id/restore': {
    area,
    summary: 'Copies the documents of an earlier release into drafts',
    responses: { 201: Type.Object({ documents: Type.Integer() }) },
    errors: [LOGGED, 'release/unknown', 'limit/reached', 'draft/stale'],
  },
  'GET /admin/upgrade': {
    area,
    summary: 'Whether there is a newer version of the product, and what would conflict',
    responses: { 200: UpgradeSchema },
    errors: OF_DRAFTS,
  },
  'POST /admin/upgrade': {
    area,
    summary: 'Moves to the newer version',
    responses: { 201: ReleaseMadeSchema },
    errors: [...OF_PUBLISHING, 'upgrade/conflicts'],
  },
  'POST /admin/previews': {
    area,
    summary: 'A link to a preview of the drafts, shown as an imaginary user',
    responses: { 201: PreviewLinkSchema },
    errors: [...OF_DRAFTS, LOGGED, 'limit/reached'],
  },
  'POST /admin/explain': {
    area,
    summary: 'Which rows decided where a user lands',
    responses: { 200: ExplanationSchema },
    errors: [...OF_DRAFTS, LOGGED, 'user/unknown'],
  },
  'POST /admin/rules/try': {
    area,
    summary: 'For which imaginary users rules hold, with the drafts as they are',
    responses: { 200: RulesTriedSchema },
    errors: OF_DRAFTS,
  },
  'GET /admin/users': {
    area,
    summary: 'Console users; learners by at least part of their address',
    responses: { 200: PageOf(ConsoleUserSchema) },
    errors: [LOGGED],
  },
  'POST /admin/users': {
    area,
    summary: 'Invites a colleague by email',
    description: 'The link in the email sets a password and grants the role; it works for a week.',
    responses: { 201: Type.Object({ id: Type.String({ format: 'uuid' }) }) },
    errors: [LOGGED],
  },
  'PUT /admin/users/:id/plan': {
    area,
    summary: 'Gives a user another plan',
    responses: { 204: Nothing('Done') },
    errors: [LOGGED, 'user/unknown'],
  },
  'PUT /admin/users/:id/birth-date': {
    area,
    summary: 'Corrects a birth date that its owner can’t put right, with the reason',
    responses: { 204: Nothing('Corrected, and its owner told') },
    errors: [LOGGED, 'user/unknown'],
  },
  'POST /admin/users/:id/invitation/withdraw': {
    area,
    summary: 'Withdraws an invitation that wasn’t used, with the reason',
    responses: { 204: Nothing('Its link no longer works') },
    errors: [LOGGED],
  },
  'DELETE /admin/users/:id/second-factor': {
    area,
    summary: 'Removes the second factor and the passkeys of someone who has lost them',
    description: 'With the reason. Their sessions end, and they are told. Never one’s own.',
    responses: { 204: Nothing('Removed') },
    errors: ['user/unknown'],
  },
  'PUT /admin/users/:id/role': {
    area,
    summary: 'Grants or revokes a role',
    responses: { 204: Nothing('Done; their sessions have ended') },
    errors: [LOGGED, 'user/unknown', 'role/last-owner'],
  },
  'GET /admin/instruments': {
    area,
    summary: 'Questionnaires, by id',
    responses: {
      200: Type.Object({
        items: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
      }),
    },
  },
  'GET /admin/instruments/:id/health': {
    area,
    summary: 'How an instrument works for the tenant’s own people',
    description:
      'Each figure with its interval, and null where too few people answered. Counted in the background.',
    responses: { 200: InstrumentHealthSchema },
    errors: ['request/not-found'],
  },
  'GET /admin/instruments/:id/panel': {
    area,
    summary: 'What the people of one cohort chose, who judge its questions',
    description:
      'Without `cohort`: the cohorts whose people finished it. Shares from ten people on; careless attempts are left out.',
    responses: { 200: InstrumentPanelSchema },
    errors: ['request/not-found'],
  },
  'GET /admin/audit': {
    area,
    summary: 'The audit log, newest first',
    responses: { 200: PageOf(AuditEntrySchema) },
  },
  'GET /admin/content': {
    area,
    summary: 'How many records there are of each content type',
    responses: { 200: PageOf(ContentSummarySchema) },
  },
  'GET /admin/content/:type': {
    area,
    summary: 'Records of a content type, hidden and planned ones included',
    responses: { 200: PageOf(ConsoleRecordSchema) },
  },
  'PUT /admin/content/:type/:id': {
    area,
    summary: 'Saves a record of the tenant’s own, hides one, or says from when to when it is shown',
    description:
      'A record with the id of a shared one takes its place. `was` is that of the record that was read; null where it was a shared one or none.',
    responses: { 200: ConsoleRecordSchema },
    errors: [LOGGED, 'content/moved', 'limit/reached'],
  },
  'DELETE /admin/content/:type/:id': {
    area,
    summary: 'Removes a record of the tenant’s own; a shared one with its id is there again',
    responses: { 204: Nothing('Gone') },
    errors: [LOGGED],
  },
  'POST /admin/content/:type/import': {
    area,
    summary: 'Imports records from CSV, JSON or JSON Lines; they replace the tenant’s own',
    description:
      'The file is the body, as `text/csv`, `application/json`, `application/x-ndjson` or `application/octet-stream`, 50 MB at most. `dryRun` only reports what would change; `keep` keeps records that aren’t in the file; `columns` is a JSON object that maps columns to fields, where they can’t be guessed. All or nothing: if there is a problem, nothing is imported, and the response is 422 with the same report beside `code` and `message`. 500,000 rows at most, 50,000 on the embedded database. An import that takes more than fifteen seconds, or is sent with `Prefer: respond-async`, continues after the response; `GET` reports its progress.',
    responses: { 200: ImportReportSchema, 202: ImportStateSchema },
    errors: [LOGGED, 'content/busy', 'content/moved', 'content/problems', 'limit/reached'],
  },
  'GET /admin/content/:type/import': {
    area,
    summary: 'Progress of the import of a type, or how the last one ended',
    responses: { 200: ImportStateSchema },
  },
  'POST /admin/content/:type/undo': {
    area,
    summary: 'Brings back what was there before the last import',
    responses: { 204: Nothing('Done') },
    errors: [LOGGED, 'content/no-import'],
  },
  'GET /admin/content/:type/export': {
    area,
    summary: 'The tenant’s records as a file that can be imported',
    description: '`shared` adds what all tenants share.',
    responses: {
      200: {
        description: 'All of them, by id',
        content: {
          'text/csv': { schema: { type: 'string' } },
          'application/json': { schema: { type: 'array' } },
          'application/x-ndjson': { schema: { type: 'string' } },
        },
      },
    },
  },
  'GET /admin/reports': {
    area,
    summary: 'What learners report as wrong, by record',
    description: '`show` is `open` or `handled`; `type` narrows it to one content type.',
    responses: { 200: PageOf(ConsoleReportSchema) },
  },
  'PATCH /admin/reports/:type/:id': {
    area,
    summary: 'Marks the reports of a record as handled, or opens them again',
    description: 'With `until`, reports that came later stay open.',
    responses: { 204: Nothing('Done') },
    errors: [LOGGED],
  },
  'GET /admin/providers': {
    area,
    summary: 'Services to sign in with, and since when each has its secret',
    responses: { 200: Type.Object({ items: Type.Array(ConsoleProviderSchema) }) },
  },
  'PUT /admin/providers/:provider/secret': {
    area,
    summary: 'Sets the secret of a service, which can’t be read again',
    description:
      'For the address and the client id that are published; with others, it needs another.',
    responses: { 204: Nothing('Set') },
    errors: [LOGGED, 'provider/unknown'],
  },
  'POST /admin/providers/:provider/try': {
    area,
    summary: 'Asks a service what it says about itself',
    description:
      'As published. Only that it can be reached and says what signing in needs: the secret is first used when someone signs in.',
    responses: { 200: TriedProviderSchema },
    errors: [LOGGED, 'provider/unknown', 'request/rate-limited'],
  },
  'DELETE /admin/providers/:provider/secret': {
    area,
    summary: 'Forgets the secret of a service',
    responses: { 204: Nothing('Gone; the service can’t be used until it has another') },
    errors: [LOGGED],
  },
  'POST /admin/vouchers': {
    area,
    summary: 'Creates vouchers',
    responses: {
      201: Type.Object({
        batch: Type.String({ format: 'uuid' }),
        codes: Type.Array(Type.Object({ code: Type.String() })),
      }),
    },
    errors: [LOGGED, 'limit/reached'],
  },
  'GET /admin/errors': {
    area,
    summary: 'Errors in users’ browsers, the last ones first',
    responses: { 200: PageOf(ConsoleErrorSchema) },
  },
  'GET /admin/vouchers': {
    area,
    summary: 'Vouchers by the batch they were created in, the newest first',
    responses: { 200: PageOf(VoucherBatchSchema) },
  },
  'GET /admin/vouchers/:id': {
    area,
    summary: 'A batch with its codes, and who redeemed them',
    responses: { 200: VoucherBatchViewSchema },
    errors: [LOGGED],
  },
  'DELETE /admin/vouchers/:id': {
    area,
    summary: 'Withdraws the codes of a batch; plans that they unlocked stay',
    responses: { 204: Nothing('Withdrawn, now or before') },
    errors: [LOGGED],
  },
}
