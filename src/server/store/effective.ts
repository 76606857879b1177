/** Which of several answers to one item counts (product contract, Answers). Pure. */

export type Given = {
  readonly item: string
  readonly value: unknown
  readonly ms: number
  readonly seq: number | null
  readonly device: string
  readonly received: number
  readonly late: boolean
}

/**
 * The highest `seq` of a device counts; between devices, the one received later. Late answers never
 * count.
 *
 * An answer without a `seq` ranks below all that have one; of equal ones the one received later
 * counts.
 */
export function effectiveAnswers(answers: readonly Given[]): Map<string, Given> {
  const ofDevice = new Map<string, Given>()
  for (const answer of answers) {
    if (answer.late) continue
    const key = `${answer.item}\n${answer.device}`
    const known = ofDevice.get(key)
    if (known === undefined || isLater(answer, known)) ofDevice.set(key, answer)
  }
  const effective = new Map<string, Given>()
  for (const answer of ofDevice.values()) {
    const known = effective.get(answer.item)
    if (known === undefined || answer.received > known.received) effective.set(answer.item, answer)
  }
  return effective
}

function isLater(a: Given, b: Given): boolean {
  const seqA = a.seq ?? -1
  const seqB = b.seq ?? -1
  return seqA === seqB ? a.received > b.received : seqA > seqB
}
