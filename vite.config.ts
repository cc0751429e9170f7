import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: {
    // Pictures and scripts stay files: the pages' content security policy has no room for data URLs.
    assetsInlineLimit: 0,
    // One sheet for all pages: a visit asks for it once, and no page waits for nine small ones.
    cssCodeSplit: false,
    target: 'es2023',
  },
  // The shell's script is built like a worker, for a file of its own; what it rarely needs is split off.
  worker: { format: 'es' },
  // The built pages carry their own React, in its production form whatever NODE_ENV the server runs under.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}))
