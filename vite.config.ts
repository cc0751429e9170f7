import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { deskSheetMark } from './src/web/desk/desk-sheet-mark.ts'

/** The order of the layers, as the tokens say it. In one sheet the parts come as they like, so it has to stand first. */
const layerOrder = /^@layer [^{;]+;/.exec(readFileSync('src/web/styles/tokens.css', 'utf8'))?.[0] ?? ''

const layersFirst: Plugin = {
  name: 'layers-first',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `${layerOrder}${String(file.source)}`
    },
  },
}

/** Short names of classes: they stand in every page and in the sheet, and chance does not pack well. */
const shortName = (name: string, file: string): string =>
  `c${createHash('sha256')
    .update(`${relative(import.meta.dirname, file)} ${name}`)
    .digest('base64url')
    .slice(0, 5)}`

/** Small parts that the scripts of forms share travel in one file: files of some hundred bytes pack badly one by one. */
const sharedParts = {
  codeSplitting: {
    groups: [
      {
        name: 'form-parts',
        test: /\/src\/ui\/browser\/(page-(answer|queue|shown)|morph|entered-values|held-press|shown-answer)/,
        minShareCount: 2,
      },
    ],
  },
}

/**
 * Two sheets for all pages: one of what everybody reads, and one of cart, checkout and account. A visit asks for each once, and
 * no page waits for nine small ones. The scripts beside them are never loaded, because no page runs in the browser.
 */
const twoSheets = {
  codeSplitting: {
    groups: [
      {
        name: 'member',
        test: /\/src\/(account|cart|checkout\/screens|dev-tools|invoice|loyalty|order|payment|return|subscription|survey|withdrawal)\/.*\.css$/,
      },
      { name: 'style', test: /\.css$/ },
    ],
  },
}

type Bundle = Rolldown.OutputBundle

/** A chunk and those that it shares with others, down to the last; the entry has all pages. */
const withImports = (bundle: Bundle, name: string, seen = new Set<string>()): Rolldown.OutputChunk[] => {
  const chunk = bundle[name]
  if (seen.has(name) || chunk?.type !== 'chunk' || chunk.isEntry) return []
  seen.add(name)
  return [chunk, ...chunk.imports.flatMap((one) => withImports(bundle, one, seen))]
}

/**
 * The desk is rendered on the server only, so nothing of it is in the storefront's files. Its styles are those of its own
 * chunk of the server's build; the desk learns their address here.
 */
const deskSheet: Plugin = {
  name: 'desk-sheet',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle: {
    order: 'pre',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.code.includes(deskSheetMark)) continue
        const parts = withImports(bundle, chunk.fileName)
        const sheets = parts.flatMap((part) => [...(part.viteMetadata?.importedCss ?? [])])
        // React Router takes a chunk's assets to the client's files, and deletes its styles.
        for (const sheet of sheets) chunk.viteMetadata?.importedAssets.add(sheet)
        chunk.code = chunk.code.replaceAll(deskSheetMark, sheets.map((name) => `/${name}`).join(' '))
      }
    },
  },
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), layersFirst, deskSheet],
  css: { modules: command === 'build' ? { generateScopedName: shortName } : {} },
  build: {
    // Pictures and scripts stay files: the pages' content security policy has no room for data URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  environments: {
    client: { build: { rolldownOptions: { output: twoSheets } } },
  },
  // All packages of the pages at once: one found later would reload the page in the middle of development.
  optimizeDeps: {
    entries: ['src/web/entry.client.tsx', 'src/web/shell/browser/*.ts', 'src/**/screens/**/*.tsx'],
  },
  // The shell's script is built like a worker, for a file of its own; what it rarely needs is split off.
  worker: { format: 'es', rolldownOptions: { output: sharedParts } },
  // The built pages carry their own React, in its production form whatever NODE_ENV the server runs under.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}))
