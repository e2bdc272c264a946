import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.VITE_API_URL ?? 'http://127.0.0.1:3000'
const services = ['auth', 'rest', 'realtime', 'storage', 'functions']

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(services.map((name) => [`/${name}/v1`, { target: api, ws: name === 'realtime' }])),
  },
})
