/**
 * Somebody who takes part in an experiment, without a browser: opens the page, hears which arm they
 * are in, says that they saw it, and does something. Everything is a call that a browser makes too.
 */

import { randomUUID } from 'node:crypto'
import { EXPOSURE } from '#engine/contract/events.ts'
import { Learner } from './learner.ts'

type Told = {
  readonly stored: number
  readonly duplicate: number
  readonly refused: readonly { readonly id: string; readonly code: string }[]
}
type Event = { readonly id: string; readonly name: string; readonly at: string; props: object }

export class Visitor extends Learner {
  /** How the phone names itself in usage events. */
  device: string = randomUUID()

  /** Opens the page and reads the configuration. @returns experiment -> arm */
  async open(path = '/home'): Promise<Readonly<Record<string, string>>> {
    const page = await fetch(this.url + path, { headers: this.headers })
    this.keepCookies(page)
    await page.text()
    return this.arms()
  }

  async arms(): Promise<Readonly<Record<string, string>>> {
    const { experiments = {} } = await this.call<{ experiments?: Record<string, string> }>(
      'GET',
      'app-configuration',
    )
    return experiments
  }

  /** The unit in the cookie, without its arms and its signature. */
  get unit(): string | undefined {
    return (this.cookies.get('__Host-unit') ?? this.cookies.get('unit'))?.split('.')[0]
  }

  send(...events: readonly Event[]): Promise<Told> {
    return this.call<Told>('POST', 'events', { device: this.device, events })
  }
}

/** What a browser says when the place of an experiment is drawn. */
export function seen(experiment: string, variant: string, page: string, at: Date): Event {
  return {
    id: randomUUID(),
    name: EXPOSURE,
    at: at.toISOString(),
    props: { experiment, variant, page },
  }
}

/** A form that was filled in. */
export function filledIn(name: string, at: Date): Event {
  return { id: randomUUID(), name: 'formComplete', at: at.toISOString(), props: { name } }
}
