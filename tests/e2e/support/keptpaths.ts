/** What a browser has stored of pages. Runs in the page: it can use nothing from outside. */

/** Calls whose responses this browser has stored for pages. */
export async function keptPaths(): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  // Opening one that doesn't exist would create it, empty.
  if (!names.includes('tsela-pages')) return []
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error!)
    })
  const pages = await result(indexedDB.open('tsela-pages'))
  const keys = await result(pages.transaction('answers').objectStore('answers').getAllKeys())
  pages.close()
  return keys.map((key) => String(key).split('/').slice(2).join('/'))
}
