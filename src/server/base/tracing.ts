/**
 * OpenTelemetry traces: one span per request, and one in it for each database call. Loaded only if
 * OTEL_EXPORTER_OTLP_ENDPOINT is set. A span contains the pattern of a route, never the raw URL,
 * and no personal data.
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

/** The parts of a server that are traced, and the proxies whose traces are trusted. */
export type TracedServer = {
  readonly database: Pick<Database, 'watchers'>
  readonly log: FastifyBaseLogger | null
  readonly options: { readonly environment: Pick<Environment, 'trustProxy'> }
}

export type Tracing = {
  /** Registered before any other hook, so that their work belongs to the span. */
  readonly hook: (app: FastifyInstance) => void
  /** Sends the remaining spans, within a short timeout. */
  readonly close: () => Promise<void>
}

/** An unreachable collector must not delay the shutdown. */
const PATIENCE_MS = 2000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export function startTracing(
  server: TracedServer,
  { traceRatio }: Pick<Environment, 'traceRatio'>,
): Tracing {
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore })
  function warn(message: string): void {
    server.log?.warn({ reason: message.slice(0, 300) }, 'traces are not sent')
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES add to it or override it.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tsela', 'service.version': APP_VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    // Endpoint, headers and timeout come from OpenTelemetry's own settings.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('tsela', APP_VERSION)
  server.database.watchers.push(() => {
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
          parentOf(server, request),
        )
        const within = trace.setSpan(ROOT_CONTEXT, span)
        spans.set(request, { span, within })
        context.with(within, done)
      })
      // Body parsing continues in the connection's async context, not in the request's.
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

/** Continues traces started by a trusted proxy; anyone else's would decide what we record. */
function parentOf(server: TracedServer, request: FastifyRequest): Context {
  const isProxied =
    server.options.environment.trustProxy.length > 0 &&
    request.ip !== request.raw.socket.remoteAddress
  const [, traceId, spanId, flags = '00'] =
    TRACEPARENT.exec(isProxied ? String(request.headers['traceparent'] ?? '') : '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  })
}

function ignore(): void {
  // Irrelevant to an operator.
}
