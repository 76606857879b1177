/** Calls to a provider over HTTPS. Its errors never carry the key, the request or the response. */

import { isObject } from '#engine/documents/json.ts'
import { ProviderError } from './port.ts'

const PATIENCE_MS = 10_000
/** More than any response that we use. */
const MAX_CHARACTERS = 1_000_000

export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  options?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Record<string, unknown>>

/**
 * @param base address of the provider, without a slash at the end
 * @param headers of every call
 */
export function caller(
  provider: string,
  base: string,
  headers: Readonly<Record<string, string>>,
): Ask {
  return async (method, path, { body, headers: more } = {}) => {
    let response: Response
    let text: string
    try {
      response = await fetch(`${base}${path}`, {
        method,
        headers: { accept: 'application/json', ...headers, ...more },
        ...(body !== undefined && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      text = await response.text()
    } catch {
      throw new ProviderError(provider, null)
    }
    if (!response.ok) throw new ProviderError(provider, response.status)
    const read = text.length > MAX_CHARACTERS ? null : parsed(text)
    if (read === null) throw new ProviderError(provider, response.status)
    return read
  }
}

/** A JSON object, or null. */
export function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** A member of an object, by its path; undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path)
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : null
}

/** A sum in minor units with its currency in capitals; null if one of them is missing. */
export function moneyOf(amount: number | null, currency: string | null) {
  return amount === null || currency === null ? null : { amount, currency: currency.toUpperCase() }
}

/** A time as a provider writes it; the given one if it can't be read. */
export function momentOf(text: string | null, otherwise: Date): Date {
  const found = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(found) ? otherwise : new Date(found)
}
