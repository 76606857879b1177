import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Serves the widgets by themselves: `npx vite -c tests/widgets/harness/vite.config.ts --port 4400`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  server: { fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
})
