import { readBrandFile } from '../starting/brand-file.ts'

// Modules of the shop read the brand when they are loaded, so every entry imports this file first.
globalThis.shopLanguages = process.env['LANGUAGES']?.split(',').map((code) => code.trim())
try {
  const own = readBrandFile(process.env['CONTENT_DIR'], process.env['PUBLIC_URL'] ?? null)
  globalThis.shopBrand = own?.brand
  globalThis.shopMark = own?.mark
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exit(1)
}
