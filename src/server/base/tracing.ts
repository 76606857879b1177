/**
 * Traces for OpenTelemetry: a span a request, and one in it for each use of the database. Loaded only where
 * OTEL_EXPORTER_OTLP_ENDPOINT says where they go. A span names the pattern of a route, never an address as it was typed, and
 * nothing that a person is known by.
 */

import {
  context,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from './environment.ts'
import { APP_VERSION } from './version.ts'
import type { Database } from '#server/database/database.ts'

/** What of a server is traced, and what decides whose traces are believed. */
export type TracedServer = {
  readonly database: Pick<Database, 'watchers'>
  readonly log: FastifyBaseLogger | null
  readonly options: { readonly environment: Pick<Environment, 'trustProxy'> }
}

export type Tracing = {
  /** Before any other hook: what they do belongs to the span. */
  readonly hook: (app: FastifyInstance) => void
  /** Sends what is not sent yet, as far as that takes no longer than a moment. */
  readonly close: () => Promise<void>
}

/** A collector that is away must not hold up a stop. */
const PATIENCE_MS = 2000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export function startTracing(
  world: TracedServer,
  { traceRatio }: Pick<Environment, 'traceRatio'>,
): Tracing {
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore })
  function warn(message: string): void {
    world.log?.warn({ reason: message.slice(0, 300) }, 'traces are not sent')
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, or otherwise.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tsela', 'service.version': APP_VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    // Endpoint, headers and time limit are read from OpenTelemetry's own settings.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('tsela', APP_VERSION)
  world.database.watchers.push(() => {
    const span = tracer.startSpan('database', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql' },
    })
    return (failed) => {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })

  const spans = new WeakMap<FastifyRequest, { readonly span: Span; readonly within: Context }>()
  return {
    hook: (app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.is404 ? undefined : request.routeOptions.url
        const span = tracer.startSpan(
          route === undefined ? request.method : `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              ...(route !== undefined && { 'http.route': route }),
              'tsela.request_id': request.id,
            },
          },
          parentOf(world, request),
        )
        const within = trace.setSpan(ROOT_CONTEXT, span)
        spans.set(request, { span, within })
        context.with(within, done)
      })
      // What reads a body goes on in the connection's own context, not in the request's.
      app.addHook('preValidation', (request, _reply, done) =>
        context.with(spans.get(request)?.within ?? ROOT_CONTEXT, done),
      )
      app.addHook('onResponse', (request, reply, done) => {
        end(request, reply.statusCode)
        done()
      })
      app.addHook('onRequestAbort', (request, done) => {
        end(request, 499)
        done()
      })
    },
    close: async () => {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref()),
      ])
      context.disable()
    },
  }

  function end(request: FastifyRequest, status: number): void {
    const span = spans.get(request)?.span
    if (span === undefined) return
    spans.delete(request)
    span.setAttribute('http.response.status_code', status)
    if (request.tenant !== undefined) span.setAttribute('tsela.tenant', request.tenant.slug)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

/** A trace that began in a proxy that is believed goes on; anybody else's would decide what we keep. */
function parentOf(world: TracedServer, request: FastifyRequest): Context {
  const isProxied =
    world.options.environment.trustProxy.length > 0 &&
    request.ip !== request.raw.socket.remoteAddress
  const [, traceId, spanId, flags] =
    TRACEPARENT.exec(isProxied ? String(request.headers['traceparent'] ?? '') : '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  })
}

function ignore(): void {
  // Of no use to an operator.
}
