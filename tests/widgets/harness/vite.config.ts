import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** `/validators/names.js`: the compiled validator of a section, as the server serves it. */
const validators: Plugin = {
  name: 'validators',
  configureServer(server) {
    server.middlewares.use('/validators', (request, response, next) => {
      const section = /^\/(\w+)\.js/.exec(request.url ?? '')?.[1]
      server
        .ssrLoadModule(fileURLToPath(new URL('../../support/compiled-forms.ts', import.meta.url)))
        .then(({ compiledForm, formCatalog }) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(compiledForm(section, formCatalog.get('config', 'default')))
        })
        .catch(next)
    })
  },
}

/**
 * Serves the widgets by themselves: `npx vite -c tests/widgets/harness/vite.config.ts --port 4400`.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), validators],
  server: { fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
})
