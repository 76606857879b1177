/** What plans for sale are to one user: had already, on offer, or without a price here. Pure. */

/** A plan as `GET plans` lists it, the smallest first. */
export type PlanItem = {
  readonly id: string
  readonly name: string
  /** In minor units of the currency (cents); null where the plan has no price in this country. */
  readonly price?: { readonly amount: number; readonly currency: string } | null
  readonly features: readonly string[]
  /** Can it be paid for here? Otherwise only a voucher opens it. */
  readonly payable?: boolean
}

export type PlanRow = PlanItem & {
  /**
   * own: the user's plan; included: a smaller one; smaller: lacks something that the user has;
   * unpriced: has no price here; voucher: opens with a voucher only; same: opens nothing that the
   * plan before it doesn't, so nobody is asked to pay more for it.
   */
  readonly state: 'own' | 'included' | 'smaller' | 'unpriced' | 'voucher' | 'same' | 'onOffer'
  /** The plan before it if all of that is in this one too. */
  readonly contains: string | null
  /** Features that the plan before it lacks; all of them if it doesn't contain that one. */
  readonly adds: readonly string[]
}

/**
 * @param own account type of the user
 * @param has features that the user can open now
 */
export function planRows(
  items: readonly PlanItem[],
  own: string | null,
  has: readonly string[],
): PlanRow[] {
  const ownIndex = items.findIndex(({ id }) => id === own)
  return items.map((item, index) => {
    const before = items[index - 1]
    const whole = before?.features.every((feature) => item.features.includes(feature)) ?? false
    const adds = whole
      ? item.features.filter((each) => !before!.features.includes(each))
      : item.features
    const state = stateOf(item, index, ownIndex, has)
    return {
      ...item,
      state: state === 'onOffer' && adds.length === 0 ? 'same' : state,
      contains: whole ? before!.name : null,
      adds,
    }
  })
}

function stateOf(
  item: PlanItem,
  index: number,
  own: number,
  has: readonly string[],
): PlanRow['state'] {
  if (index === own) return 'own'
  if (index < own) return 'included'
  // An account of another kind may have what a small plan lacks: buying must take nothing away.
  if (!has.every((feature) => item.features.includes(feature))) return 'smaller'
  if (!item.price) return 'unpriced'
  return item.payable === false ? 'voucher' : 'onOffer'
}

/** The plan that is chosen at first: the one asked for, else the first on offer. */
export function firstChoice(rows: readonly PlanRow[], asked: string | null): string | null {
  const offered = rows.filter(({ state }) => state === 'onOffer')
  return (offered.find(({ id }) => id === asked) ?? offered[0])?.id ?? null
}

export type FeatureGroup = {
  readonly id: string
  readonly title: string
  readonly features: readonly string[]
}

/** Groups with the features that some plan has; what no group names comes last, under `rest`. */
export function featureGroups(
  items: readonly PlanItem[],
  groups: readonly FeatureGroup[],
  rest: string,
): FeatureGroup[] {
  const sold = [...new Set(items.flatMap(({ features }) => features))]
  const named = new Set(groups.flatMap(({ features }) => features))
  return [
    ...groups.map((group) => ({
      ...group,
      features: group.features.filter((feature) => sold.includes(feature)),
    })),
    { id: 'rest', title: rest, features: sold.filter((feature) => !named.has(feature)) },
  ].filter(({ features }) => features.length > 0)
}
