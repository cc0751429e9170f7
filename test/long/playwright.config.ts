import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'

/** Browser tests that take too long for every day. */
export default defineConfig(shared, { testDir: '.', timeout: 300_000 })
