/** Uploads a picture; what the library has of it then, or what is wrong with it. */

import { useEffect, useRef, useState } from 'react'
import { MAX_PICTURE_NAME, type Picture, type PictureWords } from '#engine/contract/pictures.ts'
import { useText } from '#engine/react/text.tsx'
import { isDone, refusalOf, useConsole, useRefresh } from './client.ts'
import { readPictureFile } from './picturefile.ts'

/** What files can be chosen. */
export const PICTURE_FILES = 'image/png,image/jpeg,image/webp'

/** @param words what it shows, where that is known beforehand */
export function useUpload(onDone: (url: string, picture: Picture) => void, words?: PictureWords) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [problem, setProblem] = useState<string | null>(null)
  // What is typed during the upload stays: the callback of the latest render knows of it.
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  const upload = async (file: File | null | undefined): Promise<string | null> => {
    if (!file) return null
    const wrong = (words: string) => {
      setProblem(words)
      return words
    }
    setProblem(null)
    try {
      const read = await readPictureFile(file)
      if (read === null) return wrong(t('console.pictures.unreadable'))
      const response = await call({
        path: 'admin/images',
        method: 'POST',
        body: { ...read, name: file.name.slice(-MAX_PICTURE_NAME), ...(words && { words }) },
      })
      if (!isDone(response)) return wrong(refusalOf(response).message)
      const { url, picture } = response.value as { url: string; picture: Picture }
      latest.current(url, picture)
      refresh('admin/pictures', 'admin/audit', 'admin/limits')
      return null
    } catch {
      return wrong(t('console.failed'))
    }
  }
  return { upload, problem }
}
