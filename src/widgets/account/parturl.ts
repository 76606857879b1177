/** The address of a part of a paper: its section, the entry of a list, or the fields that it is about. */

export type Place = {
  readonly section: string
  readonly item?: string | undefined
  readonly fields?: readonly string[] | undefined
}

export function queryOfPart({ section, item, fields = [] }: Place): Record<string, string> {
  return {
    section,
    ...(item !== undefined && { item }),
    ...(fields.length > 0 && { field: fields.join(',') }),
  }
}
