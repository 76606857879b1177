/** Which help pages hold all words of a search; accents and capitals don't matter. Pure. */

/** Already in the requested language; not text keys. */
export type HelpTopic = {
  readonly slug: string
  readonly title: string
  readonly helpContent: readonly { readonly question: string; readonly answer: string }[]
}

const plain = (text: string) =>
  text
    .replace(/<[^>]+>/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()

/** @returns the pages in their order, each with the questions that match; all for an empty search */
export function foundIn(topics: readonly HelpTopic[], search: string): readonly HelpTopic[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return topics
  return topics.flatMap((topic) => {
    const helpContent = topic.helpContent.filter(({ question, answer }) => {
      const text = plain(`${topic.title} ${question} ${answer}`)
      return words.every((word) => text.includes(word))
    })
    return helpContent.length === 0 ? [] : [{ ...topic, helpContent }]
  })
}
