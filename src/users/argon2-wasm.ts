/**
 * Fallback for a Node.js without argon2id (decision 0005); of the package's many functions, only this one is bundled.
 */
export { argon2id } from 'hash-wasm'
