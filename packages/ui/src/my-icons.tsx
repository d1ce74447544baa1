import { LifeBuoy, LogOut, MessageSquare, Quote, Settings, Smartphone, Users, Wallet } from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// What only the page with one's own account draws.

export function QuoteIcon(props: IconProps) {
  return draw(Quote, props, 'mirrored');
}

export function LifeBuoyIcon(props: IconProps) {
  return draw(LifeBuoy, props);
}

export function LogOutIcon(props: IconProps) {
  return draw(LogOut, props, 'mirrored');
}

export function MessageSquareIcon(props: IconProps) {
  return draw(MessageSquare, props);
}

export function SettingsIcon(props: IconProps) {
  return draw(Settings, props);
}

export function SmartphoneIcon(props: IconProps) {
  return draw(Smartphone, props);
}

export function UsersIcon(props: IconProps) {
  return draw(Users, props);
}

export function WalletIcon(props: IconProps) {
  return draw(Wallet, props);
}
