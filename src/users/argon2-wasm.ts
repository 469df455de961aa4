/** For a Node.js without argon2id (decision 0005). Of the package's many functions this one alone is bundled. */
export { argon2id } from 'hash-wasm'
