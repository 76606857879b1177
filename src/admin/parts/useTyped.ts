/** A search field whose search starts only when its user has stopped typing. */

import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 400

/**
 * @param onSearch called when the search changes, such as to start at the first page again
 * @param first what is searched for at the start
 * @returns what the field shows, what is searched for, and how the field is changed
 */
export function useTyped(
  onSearch: () => void,
  first = '',
): readonly [typed: string, search: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(first)
  const [search, setSearch] = useState(first)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim())
      latest.current()
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, search, setTyped]
}
