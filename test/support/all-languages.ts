/** Tests run with every language of the brand; imported before any module of the shop. */
globalThis.shopLanguages = ['en', 'de']
