/** An editor without a browser: signs in, saves drafts, publishes. */

import { Learner } from './learner.ts'

type Document = Readonly<Record<string, unknown>>
/** A document as the console receives it. */
export type View = {
  readonly effective: Document
  readonly live: Document
  readonly draft: unknown
}

export class Publisher extends Learner {
  async signIn(): Promise<void> {
    await this.call('GET', 'auth/ping')
    await this.call('POST', 'auth/login', { email: 'owner@demo.test', password: 'Demo1234' })
  }

  look(name: string): Promise<View> {
    return this.call<View>('GET', `admin/documents/${name}`)
  }

  /** @throws with the server's message if it is refused */
  async save(name: string, change: (document: Document) => Document): Promise<void> {
    const seen = await fetch(`${this.url}/api/admin/documents/${name}`, { headers: this.headers })
    const { effective } = (await seen.json()) as View
    const saved = await fetch(`${this.url}/api/admin/drafts/${name}`, {
      method: 'PUT',
      headers: { ...this.headers, 'if-match': seen.headers.get('etag')! },
      body: JSON.stringify({ document: change(effective) }),
    })
    if (!saved.ok)
      throw new Error(`${name} could not be saved: ${saved.status} ${await saved.text()}`)
  }

  publish(message: string): Promise<Response> {
    return fetch(`${this.url}/api/admin/releases`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({ message }),
    })
  }
}
