/**
 * A learner without a browser: keeps cookies, sends the anti-forgery token, and can get as far as
 * the first question.
 */

import { randomUUID } from 'node:crypto'

export type Attempt = {
  readonly id: string
  readonly items: readonly string[]
  readonly answers: Readonly<Record<string, unknown>>
}

export class Learner {
  readonly cookies = new Map<string, string>()
  readonly email = `learner.${randomUUID()}@school.test`

  /**
   * @param url    of the server, or of a proxy in front of it
   * @param tenant of the demo, if it is not the host's
   */
  constructor(
    public url: string,
    readonly tenant?: string,
  ) {}

  get headers(): Record<string, string> {
    return {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      ...(this.tenant !== undefined && { 'x-tenant': this.tenant }),
      'x-csrf-token': this.cookies.get('csrf-token') ?? '',
    }
  }

  /** Stores the cookies of a response. */
  keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
  }

  /** @throws with the server's message if it refuses */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: this.headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    this.keepCookies(response)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  async signUp(): Promise<void> {
    await this.call('GET', 'auth/ping')
    await this.call('POST', 'auth/signup', { email: this.email, password: 'Thaba2024' })
  }

  /** Signs up, and completes onboarding. */
  async onboard(): Promise<void> {
    await this.signUp()
    const { items } = await this.call<{ items: { text: string }[] }>(
      'GET',
      `demo/outbox?to=${encodeURIComponent(this.email)}`,
    )
    await this.call('POST', 'auth/verify', { code: /\d{6}/.exec(items.at(-1)!.text)![0] })
    await this.call('PUT', 'users/consents', {
      terms: true,
      marketing: false,
      researchContact: false,
    })
    await this.call('POST', 'plans/redeem', { code: 'DEMO-COMMIT' })
    await this.call('PATCH', 'users/profile', {
      firstName: 'Naledi',
      lastName: 'Mokoena',
      birthDate: '2007-05-19',
    })
  }

  begin(): Promise<Attempt> {
    return this.call<Attempt>('POST', 'assessments/holland_code/attempts', {})
  }
}
