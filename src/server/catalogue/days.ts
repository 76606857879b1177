/** A record is still shown on its last day. */
export function dayAfter(day: unknown): Date | null {
  if (typeof day !== 'string') return null
  const next = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(next.getTime())) return null
  next.setUTCDate(next.getUTCDate() + 1)
  return next
}
