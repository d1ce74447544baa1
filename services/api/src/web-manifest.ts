/** What a browser needs to install the wallet: the installation's name, and the icons of the build. */
export function webManifest(productName: string): object {
  return {
    id: '/',
    name: productName,
    // Home screens cut longer ones.
    short_name: productName.slice(0, 12).trim(),
    start_url: '/pages/common/launch',
    scope: '/',
    display: 'standalone',
    // As the launch page and the icon: surface-0 in light, brand-deep (packages/ui tokens.css).
    background_color: '#f6f5f1',
    theme_color: '#0a383a',
    icons: [
      { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}
