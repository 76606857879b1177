/** Announces that the server has completed an attempt, possibly long after its last answer. */

const listeners = new Set<(assessment: string) => void>()

export function onCompleted(listener: (assessment: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceCompleted(assessment: string): void {
  listeners.forEach((listener) => listener(assessment))
}
