"""Food with fiber, in bowls.  blender -b -P scene_pulses.py -- three|beans"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]
R = random.Random(30)

def seed_mesh(name, m, fn, sub=3):
    """One grain: a ball whose points fn moves."""
    bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=1)
    for v in bm.verts: v.co = Vector(fn(v.co.copy()))
    o = bm_object(name, bm, m, auto=180); me = o.data; bpy.data.objects.remove(o); return me

def mottled(name, base, dark, scale=14, low=.50, high=.62, rough=.34, stretch=(1, 1, 1)):
    m = mat(name, base, rough, spec=.45, coat=.15, bump=.05, bump_scale=20); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc, mp, n, r = N('ShaderNodeTexCoord'), N('ShaderNodeMapping'), N('ShaderNodeTexNoise'), N('ShaderNodeValToRGB'); mp.inputs['Scale'].default_value = stretch; n.inputs['Scale'].default_value = scale; n.inputs['Detail'].default_value = 4
    inf = N('ShaderNodeObjectInfo'); ad = N('ShaderNodeVectorMath'); ad.operation = 'ADD'; L(tc.outputs['Object'], mp.inputs['Vector']); L(mp.outputs[0], ad.inputs[0]); mul = N('ShaderNodeMath'); mul.operation = 'MULTIPLY'; mul.inputs[1].default_value = 40; L(inf.outputs['Random'], mul.inputs[0]); L(mul.outputs[0], ad.inputs[1]); L(ad.outputs[0], n.inputs['Vector'])
    e = r.color_ramp.elements; e[0].position, e[0].color = low, (*srgb(base), 1); e[1].position, e[1].color = high, (*srgb(dark), 1); L(n.outputs['Fac'], r.inputs[0])
    hsv = N('ShaderNodeHueSaturation'); mr = N('ShaderNodeMapRange'); mr.inputs['To Min'].default_value = .78; mr.inputs['To Max'].default_value = 1.12; L(inf.outputs['Random'], mr.inputs['Value']); L(mr.outputs[0], hsv.inputs['Value']); L(r.outputs[0], hsv.inputs['Color']); L(hsv.outputs[0], nt.nodes['Principled BSDF'].inputs['Base Color'])
    return m

def bean(p, L=.27, W=.155, T=.125):
    """A kidney: an ellipsoid bent around its eye."""
    x, y, z = p.x * L, p.y * W, p.z * T; bend = .9 * (x / L) ** 2; dent = .045 * math.exp(-(x / .10) ** 2) * max(0, -p.y)
    return (x, y - bend * W * .55 + dent, z)

def chickpea(p):
    k = 1 + .05 * noise.noise(p * 1.8) + .30 * math.exp(-((p - Vector((1, 0, .15)).normalized()).length / .34) ** 2) - .10 * math.exp(-((p.y) / .10) ** 2) * max(0, p.x)
    return (p.x * .135 * k, p.y * .128 * k, p.z * .128 * k)

def lentil(p): return (p.x * .088, p.y * .088, p.z * .036 * (1 - .35 * (p.x * p.x + p.y * p.y) ** 2) + 0)

def barley(p): return (p.x * .135, p.y * .072 * (1 - .25 * p.x * p.x) + .018 * math.exp(-(p.y / .25) ** 2) * p.z * 0, p.z * .066 - .022 * math.exp(-(p.y / .18) ** 2) * max(0, p.z))

def dish(loc, R0, H, m):
    t = .08; side = [(R0 * (.55 + .45 * math.sin(a) ** .8), H * (1 - math.cos(a)) + .06) for a in [i * math.pi / 2 / 18 for i in range(1, 19)]]
    o = lathe('dish', [(1e-4, .04), (R0 * .5, .04), (R0 * .52, 0), (R0 * .58, 0), (R0 * .60, .05)] + side + arc(R0 - t / 2, H + .06, t / 2, 0, 180, 8) + [(r - t, z + .03) for r, z in side[::-1] if r - t > R0 * .5] + [(R0 * .45, .16), (1e-4, .15)], m, 128); o.location = loc
    return o

def pile(kinds, x, y, z, r, n, wide, thick, tilt, hollow=.55, heap=.35):
    """Each grain falls on those below it, at the lowest of some places: a bowl is hollow by `hollow`, and its grains heap up in the middle."""
    lying, cells = [], {}; reach = 2 * wide
    def rest(px, py):
        d2 = (px * px + py * py) / (r * r); top = z + hollow * d2; cx, cy = int(px // reach), int(py // reach)
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                for qx, qy, qz in cells.get((cx + i, cy + j), ()):
                    d = ((px - qx) ** 2 + (py - qy) ** 2) / (reach * reach)
                    if d < 1: top = max(top, qz + 2 * thick * .92 * math.sqrt(1 - d))
        return top
    for k in range(n):
        best = min(((rest(px, py), px, py) for px, py in ((d * math.cos(a), d * math.sin(a)) for a, d in ((R.uniform(0, 6.283), r * math.sqrt(R.random())) for _ in range(9)))), key=lambda c: c[0] + heap * (c[1] ** 2 + c[2] ** 2) / (r * r))
        pz, px, py = best; cells.setdefault((int(px // reach), int(py // reach)), []).append((px, py, pz))
        o = add(bpy.data.objects.new('g', R.choice(kinds))); o.location = (x + px, y + py, pz + thick); o.rotation_euler = (R.gauss(0, tilt), R.gauss(0, tilt), R.uniform(0, 6.283)); o.scale = (R.uniform(.92, 1.08),) * 3

def bed(x, y, z, r, rim, m):
    """What lies below the grains that are seen."""
    o = lathe('bed', [(1e-4, z), (r * .6, z + (rim - z) * .15), (r, rim)], m, 96); o.location = (x, y, 0)

def spill(kinds, x, y, n, sx, sy, thick, gap):
    places = []
    while len(places) < n:
        p = (R.gauss(x, sx), R.gauss(y, sy))
        if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > gap * gap for q in places): places.append(p)
    for px, py in places:
        o = add(bpy.data.objects.new('g', R.choice(kinds))); o.location = (px, py, .3 + thick); o.rotation_euler = (R.gauss(0, .12), R.gauss(0, .12), R.uniform(0, 6.283))

studio(11, wall='#BFC6BA', floor_y=11)
ground = slab('ground', 20, 16, .3, rammed_earth('re', [(0, '#C9C7B8'), (.5, '#C9C7B8')], 1.6, .09, 5.1, .3, .35), .03)
if item == 'beans':
    dish((-.1, .55, .3), 1.75, .95, mat('clay', '#5F5245', .5, spec=.35, bump=.12, bump_scale=20))
    kinds = [seed_mesh('b%d' % i, mottled('bean%d' % i, base, dark, s, lo, hi), bean) for i, (base, dark, s, lo, hi) in enumerate((('#5E1A17', '#7A2C20', 6, .4, .7), ('#C7A27C', '#6E2F22', 9, .52, .56), ('#E6DCC4', '#D9C9A4', 5, .4, .7), ('#2A2422', '#3B302A', 5, .4, .7)))]
    pile(kinds, -.1, .55, .74, 1.46, 190, .195, .118, .30, .32, .0); bed(-.1, .55, .85, 1.60, 1.10, mat('bed', '#4A2A22', .9))
    spill(kinds, .85, -1.72, 17, .62, .26, .115, .36)
    camera((.2, -8.4, 8.2), (.05, -.10, .6), 80)
    portrait('pulses-beans', 10)
else:
    clay, pale, moss = mat('clay', '#5F5245', .5, spec=.35, bump=.12, bump_scale=20), mat('pale', '#CFCDBF', .35, spec=.45, coat=.2, bump=.05, bump_scale=12), mat('moss', '#7C8468', .4, spec=.4, coat=.15, bump=.06, bump_scale=14)
    dish((-1.02, 1.25, .3), 1.12, .62, clay); dish((1.22, .60, .3), 1.0, .58, pale); dish((-.62, -1.18, .3), .95, .54, moss)
    peas, lens, grain = seed_mesh('pea', mottled('pea', '#D9B67A', '#C39A58', 7, .4, .7, .5), chickpea), seed_mesh('lentil', mottled('lentil', '#6F7442', '#40431F', 16, .50, .60, .4), lentil), seed_mesh('barley', mottled('barley', '#E2D2AC', '#C4AB79', 6, .45, .7, .55), barley)
    pile([peas], -1.02, 1.25, .54, .94, 118, .130, .125, 1.2, .30, .12); pile([lens], -.62, -1.18, .52, .80, 520, .086, .034, .16, .24, .12); pile([grain], 1.22, .60, .52, .84, 275, .105, .066, .28, .26, .12)
    bed(-1.02, 1.25, .62, 1.02, .84, mat('bed0', '#B58F57', .9)); bed(-.62, -1.18, .60, .87, .76, mat('bed1', '#4E5230', .9)); bed(1.22, .60, .60, .91, .78, mat('bed2', '#BFAE86', .9))
    spill([peas], 1.15, -1.15, 6, .45, .35, .125, .34); spill([grain], 1.5, -.75, 12, .35, .30, .064, .22); spill([lens], .55, -1.75, 14, .42, .30, .034, .2)
    camera((.15, -6.6, 9.2), (.08, .10, .5), 70)
    portrait('pulses-three', 10)
