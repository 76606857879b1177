/**
 * Calls for what the browser needs to draw the product, usage events, and the server's health.
 */

import Type, { type TSchema } from 'typebox'
import { KINDS } from '#engine/documents/kinds.ts'
import type { Calls } from './call.ts'
import { EVENT_REFUSALS } from './events.ts'
import { Media, Moment, Named, Nothing, Nullable, Opt } from './shapes.ts'

const {
  $schema: _schema,
  kind: _kind,
  id: _id,
  v: _v,
  title: _title,
  source: _source,
  note: _note,
  retention: _retention,
  emails: _emails,
  approval: _approval,
  ...settings
} = KINDS.config.properties
const help = {
  slug: Type.String(),
  language: Type.String(),
  title: Type.String(),
  helpContent: Type.Array(
    Type.Object({ id: Type.String(), question: Type.String(), answer: Type.String() }),
  ),
}
const nullable = (properties: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, Opt(Nullable(each))]),
    ),
  )
/** The settings as in a response: what an instance leaves out is null under its name (spec 3). */
const Settings = {
  ...settings,
  integrations: nullable(settings.integrations.properties),
  images: nullable(settings.images.properties),
  authSettings: Named(Type.Object({ singleLogoutUrl: Opt(Nullable(Type.String())) })),
}
const Sha = Type.String({ description: 'Content hash: 80 bits of a SHA-256' })

const Readiness = (status: 'ready' | 'waiting') =>
  Type.Object({
    status: Type.Literal(status),
    database: Type.Enum(['postgres', 'embedded']),
    reason: Opt(Type.String({ description: 'Why it is not ready' })),
    durability: Opt(Type.Literal('process-crash-only')),
  })

/** Never changes under its address: a browser caches it for a year. */
const byContent = (summary: string, types: string | readonly string[]) =>
  ({
    area: 'product',
    summary,
    responses: { 200: Media(types, 'Immutable'), 304: Nothing('As the client has it') },
  }) as const

export const productCalls: Calls = {
  'GET /app-configuration': {
    area: 'product',
    summary: 'The instance: brand, languages, consents, and the list of its documents',
    description: '`Prefer: return=minimal` leaves `documents` out, which no page needs.',
    responses: {
      200: Type.Object({
        ...Settings,
        demo: Opt(Type.Literal(true)),
        version: Type.String(),
        engine: Type.Integer(),
        release: Type.String(),
        documents: Opt(Named(Sha, '`kind/id` -> address')),
        bundles: Named(Sha, 'Language -> its frame bundle'),
        languageNames: Named(Type.String()),
        theme: Nullable(Sha),
        experiments: Opt(
          Named(Type.String(), 'Experiment -> variant; only for users who are in one'),
        ),
        exposures: Opt(
          Named(Type.Array(Type.String()), 'Place on a page -> experiments whose change is there'),
        ),
        preview: Opt(
          Type.Object({
            plan: Type.String(),
            stage: Type.String(),
            country: Type.String(),
            language: Type.String(),
            expiresAt: Moment,
          }),
        ),
      }),
      304: Nothing('As the client has it'),
    },
  },
  'GET /documents/:file': byContent('One document', 'application/json'),
  'GET /bundles/:file': byContent('Documents and texts that go together', 'application/json'),
  'GET /validators/:file': byContent('The compiled validator of a form', 'text/javascript'),
  'GET /themes/:file': byContent('The style sheet of a brand', 'text/css'),
  'GET /images/:file': {
    area: 'product',
    summary: 'A picture; with `w`, its narrowest version that is at least as wide',
    responses: { 200: Media(['image/png', 'image/jpeg', 'image/webp'], 'Immutable') },
  },
  'GET /help': {
    area: 'product',
    summary: 'All help pages, in order',
    responses: { 200: Type.Object({ items: Type.Array(Type.Object(help)) }) },
  },
  'GET /help/:slug': {
    area: 'product',
    summary: 'Questions and answers of one help page',
    responses: { 200: Type.Object(help) },
  },
  'GET /school-curricula': {
    area: 'product',
    summary: 'School curricula that the tenant offers',
    responses: {
      200: Named(
        Type.Object({
          name: Type.String(),
          country: Opt(Type.Array(Type.String())),
          awardingBody: Opt(Nullable(Type.String())),
          level: Opt(Nullable(Type.String())),
          confidence: Opt(Type.String({ description: 'How sure the source is' })),
        }),
        'Key -> curriculum',
      ),
    },
  },
  'POST /events': {
    area: 'product',
    summary: 'Records usage events of a device',
    description:
      '`{ id, type, at, … }` with what the type has to say: only ids and numbers. An event that is sent twice counts once. `device` is a random UUID that the app keeps; without it the device’s cookie counts. What experiments divide is in a cookie, never in the body; `exposure` names an experiment and a variant.',
    responses: {
      202: Type.Object({
        stored: Type.Integer(),
        duplicate: Type.Integer(),
        refused: Type.Array(
          Type.Object({ id: Type.String(), code: Type.Enum([...EVENT_REFUSALS]) }),
        ),
      }),
    },
    errors: ['request/rate-limited', 'consent/guardian'],
  },
  'POST /errors': {
    area: 'operation',
    summary: 'Records an error in a browser',
    description: 'Without session, device or address; messages are scrubbed.',
    responses: { 204: Nothing('Counted') },
    errors: ['request/rate-limited'],
  },
  'POST /csp-reports': {
    area: 'operation',
    summary: 'Receives a browser’s report of a content security policy violation',
    responses: { 204: Nothing('Received') },
  },
  'GET /docs': {
    area: 'operation',
    summary: 'This document (OpenAPI 3.1)',
    responses: {
      200: Type.Object(
        { openapi: Type.String(), paths: Named(Type.Unknown()) },
        { additionalProperties: true },
      ),
      304: Nothing('As the client has it'),
    },
  },
  'GET /health': {
    area: 'operation',
    summary: 'Is the process alive?',
    responses: { 200: Type.Object({ status: Type.Literal('ok'), version: Type.String() }) },
  },
  'GET /ready': {
    area: 'operation',
    summary: 'Is the server ready for requests?',
    responses: { 200: Readiness('ready'), 503: Readiness('waiting') },
  },
  'GET /metrics': {
    area: 'operation',
    summary: 'Metrics for Prometheus; from this machine, or with the token',
    responses: { 200: Media('text/plain', 'Prometheus text format') },
    errors: ['metrics/token'],
  },
  'GET /demo/outbox': {
    area: 'operation',
    summary: 'Messages sent to an address; only in demo mode',
    responses: {
      200: Type.Object({
        items: Type.Array(
          Type.Object({
            id: Type.String(),
            to: Type.String(),
            channel: Type.Enum(['email', 'sms']),
            subject: Type.String(),
            text: Type.String(),
            at: Moment,
          }),
        ),
      }),
    },
  },
}
