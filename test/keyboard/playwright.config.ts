import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'

/** Every journey with the keyboard alone: too long for every day. */
export default defineConfig(shared, { testDir: '.', outputDir: '../../test-results' })
