import { dirname, relative } from 'node:path'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const folder = 'build/program/entry'

/** An expression for the place of a source, seen from where the packed file is: a build may be copied elsewhere. */
const placeOf = (path: string): string =>
  `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${JSON.stringify(relative(folder, path))})`

/** What a source or a package finds beside itself, it finds from the packed file too. Entries are where they are. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: (code, id) => {
    const path = relative(import.meta.dirname, id)
    if (!code.includes('import.meta.') || path.startsWith('..') || path.startsWith('src/app/entry/'))
      return null
    return {
      code: code
        .replaceAll('import.meta.dirname', placeOf(dirname(path)))
        .replaceAll(
          'import.meta.url',
          `process.getBuiltinModule('node:url').pathToFileURL(${placeOf(path)}).href`,
        ),
      map: null,
    }
  },
}

/** Native packages, those that read files of their own or are seldom loaded, and what the built pages load too. */
const outside = [
  '@cantoo/pdf-lib',
  '@node-rs/argon2',
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
  '@react-router/node',
  '@simplewebauthn/server',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'pino',
  'react',
  'react-dom',
  'react-router',
  'sharp',
  'stripe',
]

/** Packs the program of `npm start` and the thread of its worker (decision 477). The pages are built by `vite.config.ts`. */
export default defineConfig({
  plugins: [ownPlaces],
  ssr: { noExternal: true, external: outside },
  build: {
    ssr: true,
    outDir: 'build/program',
    emptyOutDir: true,
    copyPublicDir: false,
    // Names and lines stay readable where an error says them.
    minify: false,
    target: 'esnext',
    rolldownOptions: {
      input: ['program', 'worker-thread'].map((name) => `src/app/entry/${name}.ts`),
      output: { entryFileNames: 'entry/[name].mjs', chunkFileNames: 'entry/[name]-[hash].mjs' },
    },
  },
})
