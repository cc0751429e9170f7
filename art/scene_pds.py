"""PDS-08 seen closely.  blender -b -P scene_pds.py -- cup|sticks|open|facts"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
item = sys.argv[-1]
GREEN_EARTH = [(0, '#3A3226'), (.2, '#5E6042'), (.36, '#8E8468'), (.55, '#AEB094'), (.63, '#5A4B38'), (.70, '#B7B9A6'), (.86, '#CFD2C4')]
def room(**kw): studio(5, wall='#C3C8BA', sky='#E2E6E0', **kw)
OAT = ('#EDE3CB', '#E4D7BA', '#F3ECDA')

def tall_jar(loc, rot_z, n=10, **kw):
    j = jar('pds', loc, rot_z, H=2.78, ruler=False, rough=.12, **kw)
    for i in range(n):
        a = i * 2 * math.pi / n
        stick('pds', (.66 * math.cos(a), .66 * math.sin(a), .27 + 1.2), (0, 0, a + math.pi / 2 + .1), label='plain', L=2.4).parent = j
    return j

def torn(e, z):
    """Cuts a stick open: everything above z goes."""
    for o in e.children:
        bm = bmesh.new(); bm.from_mesh(o.data)
        bmesh.ops.bisect_plane(bm, geom=bm.verts[:] + bm.edges[:] + bm.faces[:], plane_co=(0, 0, z), plane_no=(.10, 0, 1), clear_outer=True)
        bm.to_mesh(o.data); bm.free()

def heap(x, y, z, r, h, n, seed=3, size=(.010, .014, .019)):
    def place(rnd):
        a, d = rnd.uniform(0, 6.283), r * rnd.random() ** .62
        return (x + d * math.cos(a), y + d * math.sin(a), z + h * max(0, 1 - d / r) ** 1.1 * rnd.random() ** .2)
    grains(place, n, size, OAT, seed)

def cup(loc, turn, fill=.80):
    e = empty('cup', loc, (0, 0, turn)); R, H, t = 1.3, 2.0, .09
    clay = mat('glaze', '#E4E0D3', .28, spec=.5, coat=.35, bump=.02, bump_scale=16)
    lathe('cup', [(1e-4, .05), (R * .62, .05), (R * .62, 0), (R * .70, 0)] + arc(R - .42, .42, .42, -80, 0, 8) + [(R, 1.0), (R, H - .045)] + arc(R - t / 2, H - .045, t / 2, 0, 180, 8) +
          [(R - t, 1.0)] + arc(R - .42, .5, .42 - t, 0, -80, 8) + [(1e-4, .15)], clay, 160).parent = e
    n, v, f = 40, [], []; k = 12
    for i in range(n + 1):
        a = math.radians(-78 + 156 * i / n); cx, cz = R - .12 + .72 * math.cos(a) * (1 if i not in (0, n) else .9), 1.05 + .62 * math.sin(a)
        for q in range(k):
            b = 2 * math.pi * q / k; v.append((cx + .095 * math.cos(b) * math.cos(a), .15 * math.sin(b), cz + .095 * math.cos(b) * math.sin(a)))
    for i in range(n):
        for q in range(k): f.append((i * k + q, i * k + (q + 1) % k, (i + 1) * k + (q + 1) % k, (i + 1) * k + q))
    mesh('handle', v, f, clay).parent = e
    rows, ring, v, f = 48, 120, [], []                     # yogurt: a swirl that a spoon left
    top = H * fill
    for i in range(rows + 1):
        d = (R - t) * i / rows
        for q in range(ring):
            a = 2 * math.pi * q / ring
            s = .045 * math.sin(d * 9.5 - a * 1.0 + 1.2) * min(1, d * 1.6) * max(0, 1 - (d / (R - t)) ** 6)
            v.append((d * math.cos(a), d * math.sin(a), top + s + .05 * math.exp(-d * d * 3)))
    for i in range(rows):
        for q in range(ring): f.append((i * ring + q, (i + 1) * ring + q, (i + 1) * ring + (q + 1) % ring, i * ring + (q + 1) % ring))
    y = mat('yogurt', '#F3F0E6', .30, spec=.45); y.node_tree.nodes['Principled BSDF'].inputs['Subsurface'].default_value = .06
    mesh('yogurt', v, f, y, auto=80).parent = e
    return e, top

steel = lambda: mat('steel', '#C9C7C0', .22, metal=1, bump=.01, bump_scale=40)

if item == 'cup':
    room(floor_y=8)
    slab('table', 12, 9, .3, rammed_earth('re', [(0, '#CFD2C4'), (.5, '#C2C6B6')], 1.4, .09, 5.1, .3, .3), .03)
    e, top = cup((-.35, .9, .3), math.radians(28))
    heap(-.45, .62, .3 + top + .02, .62, .13, 2600)
    m = steel()
    spoon((.95, -.78, .36), (0, 0, math.radians(14)), m, 3.6)
    heap(.95 + .62, -.78 + .13, .36 + .02, .34, .17, 1500, seed=8)
    s = stick('pds', (-.72, -1.30, .3 + .125), (math.radians(-90), 0, math.radians(-62))); torn(s, 1.02)
    heap(.50, -.98, .3, .30, .05, 260, seed=5)
    camera((.1, -9.6, 8.2), (.2, .12, .80), 80)
    portrait('pds-08-cup', 20)
elif item == 'sticks':
    room(floor_y=9)
    slab('table', 12, 9, .3, rammed_earth('re', [(0, '#CFD2C4'), (.5, '#C2C6B6')], 1.4, .09, 8.1, .3, .3), .03)
    for x, a in ((-1.0, 4), (-.28, -3), (.44, 3)): stick('pds', (x, .12 + x * .1, .3 + .125), (math.radians(-90), 0, math.radians(a)))
    s = stick('pds', (1.2, -.08, .3 + .125), (math.radians(-90), 0, math.radians(-6))); torn(s, .98)
    heap(1.36, 1.08, .3, .36, .07, 900, seed=6)
    camera((.12, -3.2, 9.4), (.16, .08, .3), 84)
    portrait('pds-08-sticks')
elif item == 'open':
    room(floor_y=7)
    b = slab('block', 5.2, 4.2, .7, rammed_earth('re', GREEN_EARTH, 1, .09, 2.3, .7), .035); b.location = (.2, .5, 0); z = .7
    j = tall_jar((-.2, .35, z), math.radians(6), 0, lid=False)
    R = random.Random(6)
    for i in range(9):                                      # seven around two: no stick stands in another
        a = math.radians(-90) + i * 2 * math.pi / 7; x, y, turn = (.585 * math.cos(a), .585 * math.sin(a), a + math.pi / 2) if i < 7 else (-.04, .13, .10) if i == 8 else (.03, -.14, -.06)
        stick('pds', (x, y, 1.60 + R.uniform(-.02, .16) + (.62 if i == 8 else 0)), (R.gauss(0, .012), R.gauss(0, .012), turn), label='plain' if i < 7 else True).parent = j
    e = empty('lid', (1.3, -.55, z + .80), (math.radians(52), 0, math.radians(28))); lid_part(1.0, -LID_H - .028, PRODUCTS['pds']['lid'], e)
    stick('pds', (-.35, -1.25, z + .125), (math.radians(-90), 0, math.radians(-78)))
    camera((-.2, -9.4, 7.4), (.15, .0, 2.0), 74)
    render('pds-08-open', 800, 1000, 40, limit=0, noise=.03)
elif item == 'facts':
    room(floor_y=5)
    b = slab('plinth', 4.6, 3.0, .8, rammed_earth('re', GREEN_EARTH, 1, .09, 7.7, .8), .035); b.location = (.2, .25, 0)
    j = tall_jar((0, 0, .8), math.radians(180 + 4)); back_label(j, 'pds-facts', z0=.75)
    camera((0, -11.5, 2.6), (.0, 0, 2.28), 98)
    portrait('pds-08-facts', 20)
